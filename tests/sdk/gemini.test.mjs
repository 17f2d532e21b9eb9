// @google/genai, generateContent.
import { ANSWERS, CALLS, RESULT, SCHEMA, assert, loop, need, run, settled, thrown, withMock } from "./lib.mjs";

const { ApiError, GoogleGenAI } = need("@google/genai");
const start = [{ role: "user", parts: [{ text: "Write relu." }] }];
const usage = {
    promptTokenCount: 100, cachedContentTokenCount: 64, candidatesTokenCount: 4, thoughtsTokenCount: 3,
    totalTokenCount: 107,
};
const config = {
    systemInstruction: "You write kernels.", thinkingConfig: { includeThoughts: true },
    tools: [{ functionDeclarations: [{ name: "run_kernel", description: "simulate", parametersJsonSchema: SCHEMA }] }],
};

function client(url, more = {}) {
    return new GoogleGenAI({ apiKey: "k", vertexai: false, httpOptions: { baseUrl: url, ...more } });
}

// What the SDK made of an answer, whole or joined from its pieces: the parts are kept apart.
function joined(pieces) {
    const last = pieces.at(-1);
    const parts = pieces.flatMap((piece) => piece.candidates?.[0].content?.parts ?? []);
    return {
        parts, usage: last.usageMetadata, finish: last.candidates[0].finishReason,
        text: parts.filter((p) => p.text && !p.thought).map((p) => p.text).join(""),
        thoughts: parts.filter((p) => p.thought).map((p) => p.text).join(""),
        calls: pieces.flatMap((piece) => piece.functionCalls ?? []),
    };
}

const ask = {
    whole: async (ai, contents) => joined([await ai.models.generateContent({ model: "m", contents, config })]),
    stream: async (ai, contents) => {
        const pieces = [];
        for await (const piece of await ai.models.generateContentStream({ model: "m", contents, config }))
            pieces.push(piece);
        return joined(pieces);
    },
};

function results(answer) {
    return {
        role: "user",
        parts: answer.calls.map((call) => ({ functionResponse: { id: call.id, name: call.name, response: RESULT } })),
    };
}

function check(answer, script) {
    assert.equal(answer.text, script.text);
    assert.equal(answer.thoughts, script.reasoning ?? "");
    assert.deepEqual(answer.calls.map((call) => [call.name, call.args]), script.calls ? CALLS : []);
    assert.equal(answer.finish, "STOP");
    assert.deepEqual({ ...answer.usage }, usage);
    return answer;
}

async function twoTurns(url, how) {
    const ai = client(url);
    const answer = check(await ask[how](ai, start), ANSWERS[0]);
    const talk = [...start, { role: "model", parts: answer.parts }, results(answer)];
    check(await ask[how](ai, talk), ANSWERS[1]);
}

// The SDK keeps the history.
async function chat(url, how) {
    const talk = client(url).chats.create({ model: "m", config });
    const say = async (message) => {
        if (how === "whole") return joined([await talk.sendMessage({ message })]);
        const pieces = [];
        for await (const piece of await talk.sendMessageStream({ message })) pieces.push(piece);
        return joined(pieces);
    };
    const answer = check(await say("Write relu."), ANSWERS[0]);
    check(await say(results(answer).parts), ANSWERS[1]);
}

const tests = {};
for (const how of ["whole", "stream"]) {
    tests[`gemini ${how}: two turns`] = () => withMock(loop(), (url) => twoTurns(url, how));
    tests[`gemini ${how}: chat`] = () => withMock(loop(), (url) => chat(url, how));
    for (const status of [400, 401, 403, 404, 429, 500, 503])
        tests[`gemini ${how}: ${status}`] = () => withMock(loop({ fault: "status", status, times: 0 }), async (url) => {
            const error = await thrown(() => ask[how](client(url, { retryOptions: { attempts: 1 } }), start));
            assert.ok(error instanceof ApiError, `${error.constructor.name}: ${error.message}`);
            assert.equal(error.status, status);
            assert.equal(JSON.parse(error.message).error.code, status);
        });
    tests[`gemini ${how}: cut`] = () => withMock(loop({ fault: "cut-connection", times: 0 }), async (url) => {
        await thrown(() => ask[how](client(url, { retryOptions: { attempts: 1 } }), start));
    });
    for (const fault of ["slow", "unknown-events"])
        tests[`gemini ${how}: in spite of ${fault}`] = () => withMock(loop({ fault }), (url) => twoTurns(url, how));
    tests[`gemini ${how}: signature lost`] = () => withMock(loop(), async (url) => {
        const answer = await ask[how](client(url), start);
        const parts = answer.parts.map(({ thoughtSignature: _, ...part }) => part);
        const error = await thrown(() => ask[how](client(url), [...start, { role: "model", parts }, results(answer)]));
        assert.equal(error.status, 400);
    });
    tests[`gemini ${how}: retries`] = () => withMock(loop({ fault: "status", status: 503 }), async (url, stats) => {
        check(await ask[how](client(url, { retryOptions: { attempts: 3 } }), start), ANSWERS[0]);
        const { answered, faulted, repeated } = await settled(stats);
        assert.deepEqual([answered, faulted, repeated], [1, 1, 0]);
    });
}
tests["gemini whole: in spite of empty-lines"] = () => withMock(loop({ fault: "empty-lines" }), (url) =>
    twoTurns(url, "whole"));
tests["gemini stream: error inside"] = () => withMock(loop({ fault: "error-in-stream" }), async (url) => {
    const error = await thrown(() => ask.stream(client(url), start));
    assert.match(error.message, /Overloaded/);
});
tests["gemini: countTokens"] = () => withMock(loop(), async (url) => {
    assert.ok((await client(url).models.countTokens({ model: "m", contents: start })).totalTokens > 0);
});
tests["gemini: models"] = () => withMock({ ...loop(), models: ["a", "b"] }, async (url) => {
    const names = [];
    for await (const model of await client(url).models.list()) names.push(model.name);
    assert.deepEqual(names, ["models/a", "models/b"]);
});

await run(tests);
