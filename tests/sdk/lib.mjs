// What the SDK tests share: the mock server, the script they expect to hear, counting.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

// The packages live outside the source tree.
export const need = createRequire(join(process.env.KC_NPM, "package.json"));
export { assert };

export const SOURCE = "S_ADDI_INT gp1, gp0, 64\n; \"ü\" 😀\n".repeat(10);
export const SCHEMA = {
    type: "object", properties: { source: { type: "string" } }, required: ["source"], additionalProperties: false,
};
export const USAGE = { input: 36, cache_read: 64, output: 7, reasoning: 3 };
export const ANSWERS = [
    {
        reasoning: "First a draft: ü → 😀.", text: "I try “nop”.", usage: USAGE,
        calls: [{ name: "run_kernel", arguments: { source: "nop" } }, { name: "run_kernel", arguments: { source: SOURCE } }],
    },
    { text: "done", usage: USAGE },
];
export const CALLS = ANSWERS[0].calls.map((call) => [call.name, call.arguments]);
export const RESULT = { pass: false, note: "é" };

// Runs body with a server for this script; the server ends with its standard input.
export async function withMock(script, body) {
    const folder = mkdtempSync(join(tmpdir(), "kc-mock-"));
    const file = join(folder, "script.json");
    writeFileSync(file, JSON.stringify(script));
    const server = spawn(process.env.KC_MOCK, ["--script", file, "--life", "60"], { stdio: ["pipe", "pipe", "inherit"] });
    const ended = new Promise((resolve) => server.on("exit", resolve));
    const line = await new Promise((resolve) => server.stdout.once("data", (data) => resolve(String(data))));
    const url = line.trim();
    try {
        await body(url, async () => (await fetch(`${url}/stats`)).json());
    } finally {
        server.stdin.end();
        await ended;
        rmSync(folder, { recursive: true });
    }
}

export function loop(...faults) {
    const first = { ...ANSWERS[0], faults };
    return { rules: [{ name: "loop", answers: [first, ANSWERS[1]] }] };
}

// The error that body throws; there must be one.
export async function thrown(body) {
    try {
        await body();
    } catch (error) {
        return error;
    }
    return assert.fail("nothing was thrown");
}

// Statistics when no request is open any more.
export async function settled(stats) {
    for (let i = 0; i < 200; i++) {
        const now = await stats();
        if (now.open === 0) return now;
        await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return assert.fail("requests stay open");
}

// Runs the tests {name: function} one after the other and prints the closing line.
export async function run(tests) {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    for (const [name, test] of Object.entries(tests)) {
        if (!name.includes(process.env.KC_ONLY ?? "")) continue;
        try {
            await test();
            counts.passed++;
        } catch (error) {
            counts.failed++;
            console.log(`FAILED ${name}\n${error.stack}`);
        }
    }
    console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
    process.exit(counts.failed ? 1 : 0);
}
