// @ai-sdk/openai-compatible, which opencode uses: Chat Completions of a compatible server.
import { ANSWERS, CALLS, RESULT, SCHEMA, USAGE, assert, loop, need, run, settled, withMock } from "./lib.mjs";

const { generateText, jsonSchema, stepCountIs, streamText, tool } = need("ai");
const { createOpenAICompatible } = need("@ai-sdk/openai-compatible");
const ask = { whole: generateText, stream: streamText };

async function agentLoop(url, how, more = {}) {
    const seen = [];
    const provider = createOpenAICompatible({ name: "mock", baseURL: `${url}/v1`, apiKey: "k", includeUsage: true });
    const answer = await ask[how]({
        model: provider("m"), system: "You write kernels.", prompt: "Write relu.", stopWhen: stepCountIs(5), maxRetries: 0,
        tools: {
            run_kernel: tool({
                description: "simulate", inputSchema: jsonSchema(SCHEMA),
                execute: (input) => { seen.push(input); return RESULT; },
            }),
        },
        ...more,
    });
    const steps = await answer.steps;
    assert.deepEqual(steps.map((step) => step.text), ANSWERS.map((a) => a.text));
    assert.equal(steps[0].reasoningText, ANSWERS[0].reasoning);
    assert.deepEqual(seen, CALLS.map((call) => call[1]));
    for (const { usage } of steps) {
        assert.deepEqual([usage.inputTokens, usage.outputTokens], [USAGE.input + USAGE.cache_read, USAGE.output]);
        assert.deepEqual([usage.cachedInputTokens, usage.reasoningTokens], [USAGE.cache_read, USAGE.reasoning]);
    }
    assert.deepEqual(await Promise.all(steps.map((step) => step.finishReason)), ["tool-calls", "stop"]);
}

const tests = {};
for (const how of ["whole", "stream"]) {
    tests[`compatible ${how}: agent loop`] = () => withMock(loop(), (url) => agentLoop(url, how));
    for (const fault of ["slow", "empty-lines", "keep-alive", "unknown-events", "crlf"])
        tests[`compatible ${how}: in spite of ${fault}`] = () => withMock(loop({ fault }), (url) => agentLoop(url, how));
    tests[`compatible ${how}: retries`] = () => withMock(loop({ fault: "status", status: 429, retry_after_ms: 1, times: 2 }),
        async (url, stats) => {
            await agentLoop(url, how, { maxRetries: 2 });
            const { answered, faulted, repeated } = await settled(stats);
            assert.deepEqual([answered, faulted, repeated], [2, 2, 0]);
        });
}

await run(tests);
