// One official client against kc mcp, every method and every tool:
//   node sdk.cjs FOLDER KC SDK TRANSPORT MODE
// FOLDER holds the npm packages; SDK is v1 or v2; TRANSPORT stdio or URL#TOKEN; MODE (of v2) legacy, auto or pin.
// Prints one line per check ("ok NAME" or "FAILED NAME: why"); the clients check schemas by themselves.
"use strict";
const { createRequire } = require("node:module");
const { execFileSync } = require("node:child_process");
const [folder, kc, sdk, transport, mode] = process.argv.slice(2);
const need = createRequire(folder + "/package.json");

function check(name, good, detail) {
    console.log(good ? `ok ${name}` : `FAILED ${name}: ${JSON.stringify(detail)}`.slice(0, 600));
}

function link(stdio, http) {
    if (transport === "stdio") return new stdio({ command: kc, args: ["mcp"], stderr: "inherit" });
    const [url, token] = transport.split("#");
    return new http(new URL(url), { requestInit: { headers: { Authorization: `Bearer ${token}` } } });
}

async function connect() {
    const info = { name: "kernelcraft-test", version: "1" };
    if (sdk === "v1") {
        const { Client } = need("@modelcontextprotocol/sdk/client/index.js");
        const { StdioClientTransport } = need("@modelcontextprotocol/sdk/client/stdio.js");
        const { StreamableHTTPClientTransport } = need("@modelcontextprotocol/sdk/client/streamableHttp.js");
        const client = new Client(info);
        await client.connect(link(StdioClientTransport, StreamableHTTPClientTransport));
        return client;
    }
    const { Client, StreamableHTTPClientTransport } = need("@modelcontextprotocol/client");
    const { StdioClientTransport } = need("@modelcontextprotocol/client/stdio");
    const client = new Client(info, { versionNegotiation: { mode: mode === "pin" ? { pin: "2026-07-28" } : mode } });
    await client.connect(link(StdioClientTransport, StreamableHTTPClientTransport));
    const want = mode === "legacy" ? "legacy" : "modern";
    check("era", client.getProtocolEra() === want, client.getProtocolEra());
    return client;
}

// Arguments for every tool, in an order in which each can succeed.
const kernel = execFileSync(kc, ["compile", "relu", "-p", "plena", "-c", "C1"], { encoding: "utf8" });
const calls = [
    ["list_tasks", { platform: "plena" }],
    ["start_task", { platform: "plena", task: "relu", config: "C1" }],
    ["read_doc", { uri: "kc://task/plena/relu/C1" }],
    ["write_code", { assembly_code: kernel }],
    ["check_syntax", {}],
    ["run_evaluation", {}],
    ["view_output", { num_rows: 2 }],
    ["get_instruction_size", {}],
    ["grep_docs", { query: "V_ADD_VV" }],
    ["profile", {}],
    ["trace", { count: 5 }],
    ["read_memory", { region: "vram", address: 0, count: 4 }],
    ["finish", {}],
];

async function callEverything(client) {
    const { tools } = await client.listTools();
    const known = new Map(calls);
    check("tools/list", tools.length === calls.length && tools.every((t) => known.has(t.name)), tools.map((t) => t.name));
    let run;
    for (const [name, given] of calls) {
        const schema = tools.find((t) => t.name === name).inputSchema;
        const args = "run_id" in schema.properties ? { ...given, run_id: run } : given;
        const result = await client.callTool({ name, arguments: args });
        run = result.structuredContent?.run_id ?? run;
        check(`tools/call ${name}`, !result.isError && result.structuredContent.success === true, result);
        if (name === "run_evaluation")
            check("the kernel is correct", result.structuredContent.verdict === "correct", result.structuredContent);
    }
    return run;
}

async function refused(name, codes, action) {
    try {
        check(name, false, await action());
    } catch (error) {
        check(name, codes.includes(error.code), `${error.code} ${error.message}`);
    }
}

async function errors(client, run) {
    const bad = await client.callTool({ name: "grep_docs", arguments: { run_id: run } });
    check("a tool's error is a result", bad.isError === true, bad);
    const lost = await client.callTool({ name: "check_syntax", arguments: { run_id: "run_x" } });
    check("an unknown run is a result", lost.isError === true, lost);
    await refused("unknown tool", [-32602], () => client.callTool({ name: "no_such_tool", arguments: {} }));
    // v2 shows the legacy code -32002 as the modern one
    await refused("unknown resource", sdk === "v1" ? [-32002] : [-32602], () => client.readResource({ uri: "kc://isa/none" }));
    await refused("unknown prompt", [-32602], () => client.getPrompt({ name: "none" }));
}

async function texts(client) {
    const { resources } = await client.listResources();
    check("resources/list", resources.some((r) => r.uri === "kc://isa/plena"), resources);
    for (const { uri } of resources) {
        const { contents } = await client.readResource({ uri });
        check(`resources/read ${uri}`, contents[0].text.length > 1000, contents[0].uri);
    }
    const { resourceTemplates } = await client.listResourceTemplates();
    check("resources/templates/list", resourceTemplates.length === 2, resourceTemplates);
    const { prompts } = await client.listPrompts();
    check("prompts/list", prompts[0].name === "solve", prompts);
    const prompt = await client.getPrompt({ name: "solve", arguments: { platform: "plena", task: "relu", config: "C2" } });
    check("prompts/get", prompt.messages[0].content.text.includes("# Task: relu"), prompt.description);
}

async function progress(client, run) {
    const slow = "C_LOOP_START gp2, 1700\nC_LOOP_START gp3, 1000\nV_EXP_V gp0, gp0, 0\nC_LOOP_END gp3\nC_LOOP_END gp2\n";
    const seen = [];
    await client.callTool({ name: "write_code", arguments: { run_id: run, assembly_code: slow } });
    const call = { name: "run_evaluation", arguments: { run_id: run } };
    const options = { onprogress: (p) => seen.push(p.progress) };
    await (sdk === "v1" ? client.callTool(call, undefined, options) : client.callTool(call, options));
    check("progress", seen.length >= 2 && seen.every((p, i) => i === 0 || p > seen[i - 1]), seen);
}

async function cancellation(client, run) {
    const controller = new AbortController();
    const call = { name: "run_evaluation", arguments: { run_id: run } };
    const options = { signal: controller.signal, onprogress: () => {} };
    await client.callTool({ name: "write_code", arguments: { run_id: run, assembly_code: "V_EXP_V gp0, gp0, 0\n" } });
    const running = sdk === "v1" ? client.callTool(call, undefined, options) : client.callTool(call, options);
    controller.abort("enough");
    check("cancelled", await running.then(() => false, () => true));
    const after = await client.callTool({ name: "check_syntax", arguments: { run_id: run } });
    check("the server goes on", after.structuredContent.success === true, after);
}

async function main() {
    const client = await connect();
    check("server", client.getServerVersion().name === "kernelcraft", client.getServerVersion());
    check("instructions", client.getInstructions().includes("start_task"), client.getInstructions());
    const run = await callEverything(client);
    await errors(client, run);
    await texts(client);
    await progress(client, run);
    await cancellation(client, run);
    if (sdk === "v1" || mode === "legacy") check("ping", JSON.stringify(await client.ping()) === "{}");
    await client.close();
}

main().then(() => process.exit(0), (error) => {
    console.log(`FAILED ${error.stack}`);
    process.exit(1);
});
