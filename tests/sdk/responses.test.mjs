// openai, Responses: stateless, with encrypted reasoning.
import { ANSWERS, CALLS, RESULT, SCHEMA, assert, loop, need, run, settled, thrown, withMock } from "./lib.mjs";

const { default: OpenAI } = need("openai");
const start = [{ role: "user", content: "Write relu." }];
const usage = {
    input_tokens: 100, input_tokens_details: { cached_tokens: 64 }, output_tokens: 7,
    output_tokens_details: { reasoning_tokens: 3 }, total_tokens: 107,
};

function client(url, more = {}) {
    return new OpenAI({ baseURL: `${url}/v1`, apiKey: "k", maxRetries: 0, ...more });
}

function body(input) {
    return {
        model: "m", instructions: "You write kernels.", input, store: false, include: ["reasoning.encrypted_content"],
        tools: [{ type: "function", name: "run_kernel", parameters: SCHEMA, strict: true }],
    };
}

const ask = {
    whole: (ai, input) => ai.responses.create(body(input)),
    // The SDK's own accumulator; it throws at events it does not know.
    stream: (ai, input) => ai.responses.stream(body(input)).finalResponse(),
    events: async (ai, input) => {
        let answer, text = "";
        for await (const event of await ai.responses.create({ ...body(input), stream: true })) {
            if (event.type === "response.output_text.delta") text += event.delta;
            if (event.type === "response.completed") answer = { ...event.response, output_text: text };
        }
        return answer;
    },
};

function results(output) {
    return output.filter((item) => item.type === "function_call")
        .map((item) => ({ type: "function_call_output", call_id: item.call_id, output: JSON.stringify(RESULT) }));
}

// The stream helper adds parsed fields, which the service would not take back.
function plain(output) {
    return output.map(({ parsed_arguments: _, ...item }) => item.type === "message"
        ? { ...item, content: item.content.map(({ parsed: __, ...part }) => part) } : item);
}

function check(answer, script) {
    const calls = answer.output.filter((item) => item.type === "function_call");
    const thoughts = answer.output.filter((item) => item.type === "reasoning");
    assert.equal(answer.status, "completed");
    assert.equal(answer.output_text, script.text);
    assert.deepEqual(calls.map((c) => [c.name, JSON.parse(c.arguments)]), script.calls ? CALLS : []);
    assert.deepEqual(thoughts.map((t) => t.summary[0].text), script.reasoning ? [script.reasoning] : []);
    assert.deepEqual({ ...answer.usage }, usage);
    return plain(answer.output);
}

async function twoTurns(url, how) {
    const ai = client(url);
    const output = check(await ask[how](ai, start), ANSWERS[0]);
    assert.ok(output[0].encrypted_content);
    check(await ask[how](ai, [...start, ...output, ...results(output)]), ANSWERS[1]);
}

const errors = [
    [{ fault: "status", status: 429 }, "RateLimitError", 429],
    [{ fault: "status", status: 429, code: "insufficient_quota" }, "RateLimitError", 429],
    [{ fault: "status", status: 401 }, "AuthenticationError", 401],
    [{ fault: "status", status: 500 }, "InternalServerError", 500],
    [{ fault: "status", status: 503 }, "InternalServerError", 503],
    [{ fault: "cut-connection" }, "APIConnectionError", undefined],
];

const tests = {};
for (const how of ["whole", "stream"]) {
    tests[`responses ${how}: two turns`] = () => withMock(loop(), (url) => twoTurns(url, how));
    for (const [fault, name, status] of errors)
        tests[`responses ${how}: ${JSON.stringify(fault)}`] = () => withMock(loop(fault), async (url) => {
            const error = await thrown(() => ask[how](client(url), start));
            assert.ok(error instanceof OpenAI[name], `${error.constructor.name}: ${error.message}`);
            assert.equal(error.status, status);
        });
    for (const fault of ["slow", "empty-lines"])
        tests[`responses ${how}: in spite of ${fault}`] = () => withMock(loop({ fault }), (url) => twoTurns(url, how));
    tests[`responses ${how}: retries`] = () => withMock(
        loop({ fault: "status", status: 503, retry_after: "0", times: 2 }), async (url, stats) => {
            check(await ask[how](client(url, { maxRetries: 2 }), start), ANSWERS[0]);
            const { answered, faulted, repeated } = await settled(stats);
            assert.deepEqual([answered, faulted, repeated], [1, 2, 0]);
        });
    for (const lost of ["item", "field"])
        tests[`responses ${how}: reasoning ${lost} lost`] = () => withMock(loop(), async (url) => {
            const output = plain((await ask[how](client(url), start)).output);
            if (lost === "item") output.shift();
            else delete output[0].encrypted_content;
            const error = await thrown(() => ask[how](client(url), [...start, ...output, ...results(output)]));
            assert.ok(error instanceof OpenAI.BadRequestError);
        });
}
for (const fault of ["crlf", "keep-alive"])
    tests[`responses stream: in spite of ${fault}`] = () => withMock(loop({ fault }), (url) => twoTurns(url, "stream"));
tests["responses events: two turns"] = () => withMock(loop(), (url) => twoTurns(url, "events"));
for (const how of ["whole", "events"])
    tests[`responses ${how}: in spite of unknown-events`] = () => withMock(loop({ fault: "unknown-events" }), (url) =>
        twoTurns(url, how));
tests["responses stream: error inside"] = () => withMock(loop({ fault: "error-in-stream" }), async (url) => {
    const error = await thrown(() => ask.stream(client(url), start));
    assert.match(error.message, /Overloaded/);
});
for (const how of ["whole", "stream"])
    tests[`responses ${how}: incomplete`] = () => withMock(
        { rules: [{ name: "r", answers: [{ text: "x", stop: "length" }] }] }, async (url) => {
            const answer = await ask[how](client(url), start);
            assert.equal(answer.status, "incomplete");
            assert.deepEqual(answer.incomplete_details, { reason: "max_output_tokens" });
        });

await run(tests);
