// @anthropic-ai/sdk, Messages with thinking.
import { ANSWERS, CALLS, RESULT, SCHEMA, USAGE, assert, loop, need, run, settled, thrown, withMock } from "./lib.mjs";

const { default: Anthropic } = need("@anthropic-ai/sdk");
const start = [{ role: "user", content: "Write relu." }];
const tools = [{ name: "run_kernel", description: "simulate", input_schema: SCHEMA }];

function client(url, more = {}) {
    return new Anthropic({ baseURL: url, apiKey: "k", authToken: null, maxRetries: 0, ...more });
}

function body(messages) {
    return {
        model: "m", max_tokens: 8000, system: "You write kernels.", thinking: { type: "adaptive" }, messages, tools,
    };
}

const ask = {
    whole: (ai, messages) => ai.messages.create(body(messages)),
    stream: (ai, messages) => ai.messages.stream(body(messages)).finalMessage(),
};

function results(content) {
    return {
        role: "user",
        content: content.filter((block) => block.type === "tool_use")
            .map((block) => ({ type: "tool_result", tool_use_id: block.id, content: JSON.stringify(RESULT) })),
    };
}

function check(answer, script, stop) {
    const of = (type) => answer.content.filter((block) => block.type === type);
    assert.deepEqual(of("text").map((block) => block.text), [script.text]);
    assert.deepEqual(of("tool_use").map((block) => [block.name, block.input]), script.calls ? CALLS : []);
    assert.deepEqual(of("thinking").map((block) => block.thinking), script.reasoning ? [script.reasoning] : []);
    assert.equal(answer.stop_reason, stop);
    const { input_tokens: input, output_tokens: output, cache_read_input_tokens: read } = answer.usage;
    assert.deepEqual([input, read, output], [USAGE.input, USAGE.cache_read, USAGE.output]);
    return answer.content;
}

async function twoTurns(url, how) {
    const ai = client(url);
    const content = check(await ask[how](ai, start), ANSWERS[0], "tool_use");
    const talk = [...start, { role: "assistant", content }, results(content)];
    check(await ask[how](ai, talk), ANSWERS[1], "end_turn");
}

// The SDK's agent loop, without the threads that a server would have to keep.
async function toolRunner(url, stream) {
    const seen = [];
    const runner = client(url).beta.messages.toolRunner({
        ...body(start), stream, thread: false,
        tools: [{
            ...tools[0], parse: (input) => input,
            run: (input) => { seen.push(input); return JSON.stringify(RESULT); },
        }],
    });
    const last = await runner.runUntilDone();
    assert.equal(last.content[0].text, "done");
    assert.deepEqual(seen, CALLS.map((call) => call[1]));
}

const errors = [
    [{ fault: "status", status: 429 }, "RateLimitError", 429, "rate_limit_error"],
    [{ fault: "status", status: 400 }, "BadRequestError", 400, "invalid_request_error"],
    [{ fault: "status", status: 401 }, "AuthenticationError", 401, "authentication_error"],
    [{ fault: "status", status: 403 }, "PermissionDeniedError", 403, "permission_error"],
    [{ fault: "status", status: 404 }, "NotFoundError", 404, "not_found_error"],
    [{ fault: "status", status: 500 }, "InternalServerError", 500, "api_error"],
    [{ fault: "status", status: 529 }, "InternalServerError", 529, "overloaded_error"],
    [{ fault: "cut-connection" }, "APIConnectionError", undefined, undefined],
];

const tests = {};
for (const how of ["whole", "stream"]) {
    tests[`messages ${how}: two turns`] = () => withMock(loop(), (url) => twoTurns(url, how));
    tests[`messages ${how}: toolRunner`] = () => withMock(loop(), (url) => toolRunner(url, how === "stream"));
    for (const [fault, name, status, type] of errors)
        tests[`messages ${how}: ${JSON.stringify(fault)}`] = () => withMock(loop(fault), async (url) => {
            const error = await thrown(() => ask[how](client(url), start));
            assert.ok(error instanceof Anthropic[name], `${error.constructor.name}: ${error.message}`);
            assert.equal(error.status, status);
            assert.equal(error.error?.error.type, type);
            if (status) assert.match(error.requestID, /^req_mock_/);
        });
    for (const fault of ["slow", "empty-lines"])
        tests[`messages ${how}: in spite of ${fault}`] = () => withMock(loop({ fault }), (url) => twoTurns(url, how));
    tests[`messages ${how}: retries`] = () => withMock(loop({ fault: "status", status: 529, retry_after_ms: 1, times: 2 }),
        async (url, stats) => {
            check(await ask[how](client(url, { maxRetries: 2 }), start), ANSWERS[0], "tool_use");
            const { answered, faulted, repeated } = await settled(stats);
            assert.deepEqual([answered, faulted, repeated], [1, 2, 0]);
        });
    tests[`messages ${how}: thinking lost`] = () => withMock(loop(), async (url) => {
        const { content } = await ask[how](client(url), start);
        const talk = [...start, { role: "assistant", content: content.slice(1) }, results(content)];
        const error = await thrown(() => ask[how](client(url), talk));
        assert.ok(error instanceof Anthropic.BadRequestError);
    });
}
for (const fault of ["crlf", "keep-alive", "unknown-events"])
    tests[`messages stream: in spite of ${fault}`] = () => withMock(loop({ fault }), (url) => twoTurns(url, "stream"));
tests["messages whole: in spite of unknown-events"] = () => withMock(loop({ fault: "unknown-events" }), (url) =>
    twoTurns(url, "whole"));
tests["messages stream: error inside"] = () => withMock(loop({ fault: "error-in-stream" }), async (url) => {
    const error = await thrown(() => ask.stream(client(url), start));
    assert.ok(error instanceof Anthropic.APIError);
    assert.match(error.message, /Overloaded/);
});
tests["messages: beta path"] = () => withMock(loop(), async (url, stats) => {
    const answer = await client(url).beta.messages.create(body(start));
    check(answer, ANSWERS[0], "tool_use");
    assert.equal((await settled(stats)).answered, 1);
});
tests["messages: models"] = () => withMock({ ...loop(), models: ["a", "b"] }, async (url) => {
    const names = [];
    for await (const model of client(url).models.list()) names.push(model.id);
    assert.deepEqual(names, ["a", "b"]);
});
tests["messages: count_tokens"] = () => withMock(loop(), async (url) => {
    const { input_tokens: tokens } = await client(url).messages.countTokens({ model: "m", messages: start });
    assert.ok(tokens > 0);
});

await run(tests);
