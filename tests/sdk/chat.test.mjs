// openai, Chat Completions.
import { ANSWERS, CALLS, RESULT, SCHEMA, assert, loop, need, run, settled, thrown, withMock } from "./lib.mjs";

const { default: OpenAI } = need("openai");
const tools = [{ type: "function", function: { name: "run_kernel", parameters: SCHEMA, strict: true } }];
const start = [{ role: "system", content: "You write kernels." }, { role: "user", content: "Write relu." }];
const usage = {
    prompt_tokens: 100, completion_tokens: 7, total_tokens: 107, prompt_tokens_details: { cached_tokens: 64 },
    completion_tokens_details: { reasoning_tokens: 3 },
};

function client(url, more = {}) {
    return new OpenAI({ baseURL: `${url}/v1`, apiKey: "k", maxRetries: 0, ...more });
}

const ask = {
    whole: (ai, messages) => ai.chat.completions.create({ model: "m", messages, tools }),
    // The SDK's own accumulator; it knows no reasoning_content and keeps only the last piece of it.
    stream: async (ai, messages) => {
        let reasoning = "";
        const stream = ai.chat.completions.stream({ model: "m", messages, tools, stream_options: { include_usage: true } });
        stream.on("chunk", (chunk) => { reasoning += chunk.choices[0]?.delta.reasoning_content ?? ""; });
        const answer = await stream.finalChatCompletion();
        if (reasoning) answer.choices[0].message.reasoning_content = reasoning;
        return answer;
    },
};

function results(message) {
    return message.tool_calls.map((call) => ({ role: "tool", tool_call_id: call.id, content: JSON.stringify(RESULT) }));
}

function check(answer, script, stop) {
    const { message, finish_reason: finish } = answer.choices[0];
    const calls = (message.tool_calls ?? []).map((c) => [c.function.name, JSON.parse(c.function.arguments)]);
    assert.equal(message.content, script.text);
    assert.deepEqual(calls, script.calls ? CALLS : []);
    assert.equal(finish, stop);
    assert.deepEqual({ ...answer.usage }, usage);
    return message;
}

async function twoTurns(url, how, field) {
    const ai = client(url);
    const message = check(await ask[how](ai, start), ANSWERS[0], "tool_calls");
    assert.equal(message[field], ANSWERS[0].reasoning);
    check(await ask[how](ai, [...start, message, ...results(message)]), ANSWERS[1], "stop");
}

// Chunks joined by hand, as they come off the wire.
async function chunks(url) {
    const stream = await client(url).chat.completions.create({ model: "m", messages: start, tools, stream: true });
    let text = "", reasoning = "", last;
    const calls = [];
    for await (const chunk of stream) {
        const [choice] = chunk.choices;
        assert.equal(chunk.object, "chat.completion.chunk");
        text += choice.delta.content ?? "";
        reasoning += choice.delta.reasoning_content ?? "";
        for (const part of choice.delta.tool_calls ?? []) {
            calls[part.index] ??= { id: part.id, name: part.function.name, text: "" };
            calls[part.index].text += part.function.arguments;
        }
        last = choice.finish_reason ?? last;
        assert.equal(chunk.usage, undefined);
    }
    assert.equal(text, ANSWERS[0].text);
    assert.equal(reasoning, ANSWERS[0].reasoning);
    assert.deepEqual(calls.map((c) => [c.name, JSON.parse(c.text)]), CALLS);
    assert.equal(last, "tool_calls");
}

// The SDK's agent loop calls the function and comes back with the last answer.
async function runTools(url, stream) {
    const seen = [];
    const runner = client(url).chat.completions.runTools({
        model: "m", messages: start, stream,
        tools: [{
            type: "function",
            function: {
                name: "run_kernel", parameters: SCHEMA, parse: JSON.parse,
                function: (args) => { seen.push(args); return RESULT; },
            },
        }],
    });
    assert.equal(await runner.finalContent(), "done");
    assert.deepEqual(seen, CALLS.map((call) => call[1]));
}

const errors = [
    [{ fault: "status", status: 429 }, "RateLimitError", 429, "rate_limit_exceeded"],
    [{ fault: "status", status: 429, code: "insufficient_quota" }, "RateLimitError", 429, "insufficient_quota"],
    [{ fault: "status", status: 400 }, "BadRequestError", 400, null],
    [{ fault: "status", status: 401 }, "AuthenticationError", 401, "invalid_api_key"],
    [{ fault: "status", status: 403 }, "PermissionDeniedError", 403, "forbidden"],
    [{ fault: "status", status: 404 }, "NotFoundError", 404, "model_not_found"],
    [{ fault: "status", status: 409 }, "ConflictError", 409, "conflict"],
    [{ fault: "status", status: 422 }, "UnprocessableEntityError", 422, "unprocessable"],
    [{ fault: "status", status: 500 }, "InternalServerError", 500, "server_error"],
    [{ fault: "status", status: 503 }, "InternalServerError", 503, "overloaded"],
    [{ fault: "cut-connection" }, "APIConnectionError", undefined, undefined],
];

const tests = {};
for (const how of ["whole", "stream"]) {
    tests[`chat ${how}: two turns`] = () => withMock(loop(), (url) => twoTurns(url, how, "reasoning_content"));
    for (const [fault, name, status, code] of errors)
        tests[`chat ${how}: ${JSON.stringify(fault)}`] = () => withMock(loop(fault), async (url) => {
            const error = await thrown(() => ask[how](client(url), start));
            assert.ok(error instanceof OpenAI[name], `${error.constructor.name}: ${error.message}`);
            assert.equal(error.status, status);
            assert.equal(error.code, code);
            if (status) assert.match(error.requestID, /^req_mock_/);
        });
    for (const fault of ["slow", "empty-lines", "unknown-events"])
        tests[`chat ${how}: in spite of ${fault}`] = () => withMock(loop({ fault }), (url) =>
            twoTurns(url, how, "reasoning_content"));
    tests[`chat ${how}: retries`] = () => withMock(loop({ fault: "status", status: 429, retry_after_ms: 1, times: 2 }),
        async (url, stats) => {
            check(await ask[how](client(url, { maxRetries: 2 }), start), ANSWERS[0], "tool_calls");
            const { answered, faulted, repeated } = await settled(stats);
            assert.deepEqual([answered, faulted, repeated], [1, 2, 0]);
        });
    tests[`chat ${how}: x-should-retry false`] = () => withMock(
        loop({ fault: "status", status: 500, should_retry: false }), async (url, stats) => {
            await thrown(() => ask[how](client(url, { maxRetries: 2 }), start));
            assert.equal((await settled(stats)).requests, 1);
        });
    tests[`chat ${how}: reasoning lost`] = () => withMock(loop(), async (url) => {
        const { message } = (await ask[how](client(url), start)).choices[0];
        delete message.reasoning_content;
        const error = await thrown(() => ask[how](client(url), [...start, message, ...results(message)]));
        assert.ok(error instanceof OpenAI.BadRequestError);
    });
}
for (const fault of ["crlf", "keep-alive"])
    tests[`chat stream: in spite of ${fault}`] = () => withMock(loop({ fault }), (url) =>
        twoTurns(url, "stream", "reasoning_content"));
tests["chat stream: chunks"] = () => withMock(loop(), chunks);
tests["chat stream: error inside"] = () => withMock(loop({ fault: "error-in-stream" }), async (url) => {
    const error = await thrown(() => ask.stream(client(url), start));
    assert.ok(error instanceof OpenAI.APIError);
    assert.match(error.message, /Overloaded/);
});
tests["chat whole: runTools"] = () => withMock({ rules: [{ ...loop().rules[0], reasoning_field: "reasoning" }] },
    (url) => runTools(url, false));
tests["chat stream: runTools"] = () => withMock({ rules: [{ ...loop().rules[0], reasoning_field: "reasoning" }] },
    (url) => runTools(url, true));
tests["chat: models"] = () => withMock({ ...loop(), models: ["a", "b"] }, async (url) => {
    const names = [];
    for await (const model of client(url).models.list()) names.push(model.id);
    assert.deepEqual(names, ["a", "b"]);
});

await run(tests);
