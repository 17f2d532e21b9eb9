"use strict";
/* The live view: fetches what changed, and builds the try page.  Everything that comes from the
 * store or from a kernel is set as text, never as markup, except the parts that the server renders. */
(function () {
    function make(tag, properties, ...children) {
        const node = document.createElement(tag);
        for (const [key, value] of Object.entries(properties || {}))
            if (key in node && key !== "list") node[key] = value;
            else node.setAttribute(key, value);
        node.append(...children);
        return node;
    }

    /* ---- live ---- */

    const report = document.getElementById("report");
    const live = document.getElementById("live");

    const KEPT = "input[id], details, summary, [tabindex], a[href]";

    /* By what a node is found again in markup that came later. */
    function nameOf(node) {
        const above = node.parentElement.closest("details");
        return (above ? above.querySelector("summary").textContent : "") + node.tagName + (node.id
            || node.getAttribute("href") || node.getAttribute("aria-label")
            || (node.querySelector("summary") || node).textContent);
    }

    /* What a person did to a part (typed, unfolded, scrolled, focused), as a function that does it again. */
    function remains(part) {
        const at = part.contains(document.activeElement) ? document.activeElement : null;
        const caret = at && at.tagName === "INPUT" ? [at.selectionStart, at.selectionEnd] : null;
        const states = new Map([...part.querySelectorAll(KEPT)].map((node) =>
            [nameOf(node), { value: node.value, open: node.open, top: node.scrollTop, left: node.scrollLeft }]));
        const focused = at && nameOf(at);
        return () => {
            const nodes = [...part.querySelectorAll(KEPT)].map((node) => [node, nameOf(node)]).filter(([, n]) => states.has(n));
            for (const [node, name] of nodes) {
                if (node.tagName === "INPUT") node.value = states.get(name).value;
                if (node.tagName === "DETAILS") node.open = states.get(name).open;
            }
            document.dispatchEvent(new Event("kc-refresh"));
            for (const [node, name] of nodes) {
                if (name === focused) node.focus({ preventScroll: true });
                if (name === focused && caret) node.setSelectionRange(...caret);
                if (node.hasAttribute("tabindex")) [node.scrollTop, node.scrollLeft] = [states.get(name).top, states.get(name).left];
            }
        };
    }

    const markup = new Map();

    async function refresh(part) {
        const answer = await fetch("/part/" + part.id.slice("part-".length));
        const text = answer.ok ? await answer.text() : null;
        if (text === null || markup.get(part) === text) return;
        const again = remains(part);
        markup.set(part, text);
        part.innerHTML = text;
        again();
    }

    /* Changes that come while an earlier one is fetched are shown together.  A server that was started anew
     * counts from one again: after a pause everything is fetched. */
    function watch() {
        const source = new EventSource("/events");
        let shown = Number(report.dataset.generation), newest = shown, busy = false;
        source.onopen = () => { live.textContent = "live"; live.className = "on"; };
        source.onerror = () => { live.textContent = "not connected"; live.className = "off"; shown = 0; };
        source.onmessage = async (event) => {
            newest = Number(event.data);
            if (busy) return;
            busy = true;
            try {
                while (shown !== newest) {
                    const wanted = newest;
                    for (const part of document.querySelectorAll(".view-part")) await refresh(part);
                    shown = wanted;
                    report.dataset.generation = String(shown);
                }
            } catch { shown = 0; }
            busy = false;
        };
    }

    /* The filter of the runs is part of the address, so that it can be sent to others. */
    function linkFilter() {
        const wanted = new URLSearchParams(location.search).get("filter");
        const input = document.getElementById("filter");
        if (wanted && input) {
            input.value = wanted;
            input.dispatchEvent(new Event("input", { bubbles: true }));
        }
        document.addEventListener("input", (event) => {
            if (event.target.id !== "filter") return;
            const query = event.target.value ? "?" + new URLSearchParams({ filter: event.target.value }) : "";
            history.replaceState(null, "", "/" + query + location.hash);
        });
    }

    /* ---- the token: in the address once, then only in this tab ---- */

    function token() {
        const given = new URLSearchParams(location.hash.slice(1)).get("token");
        if (given) {
            sessionStorage.setItem("kc-token", given);
            history.replaceState(null, "", location.pathname + location.search);
        }
        return sessionStorage.getItem("kc-token") || "";
    }

    /* ---- try ---- */

    const page = document.getElementById("try");
    const ui = {};

    function cell() {
        return {
            platform: ui.platform.value, task: ui.task.value,
            config: ui.config.value.trim() || "C1", lang: ui.lang.value,
        };
    }

    function remember() {
        const { platform, task, config, lang } = cell();
        const query = new URLSearchParams({ platform, task, config, lang });
        history.replaceState(null, "", "/try?" + query);
        sessionStorage.setItem("kc-kernel", ui.kernel.value);
    }

    /* Quietly: the status keeps what it says. */
    async function ask(action, more, quietly) {
        remember();
        if (!quietly) say("working \u2026");
        const answer = await fetch("/api/try", {
            method: "POST",
            headers: { "Content-Type": "application/json", "Authorization": "Bearer " + token() },
            body: JSON.stringify({ ...cell(), action, kernel: ui.kernel.value, ...more }),
        });
        const text = await answer.text();
        let result;
        try { result = JSON.parse(text); } catch { result = { error: text.trim() }; }
        if (!quietly) say(result.error ? String(result.error) : "", result.error ? "bad" : "");
        return result;
    }

    function say(text, mark = "") {
        ui.status.textContent = text;
        ui.status.className = mark;
    }

    /* A column of numbers is set to the right, its head too. */
    function table(caption, heads, rows) {
        const side = heads.map((_, i) => rows.every((row) => typeof row[i] === "number") ? "num" : "");
        const body = rows.map((row) => make("tr", {}, ...row.map((value, i) =>
            make("td", { className: side[i] }, value instanceof Node ? value : String(value ?? "")))));
        return make("div", { className: "view-scroll", tabIndex: 0, role: "region", "aria-label": caption },
            make("table", {}, make("caption", { textContent: caption }),
                make("thead", {}, make("tr", {}, ...heads.map((h, i) =>
                    make("th", { scope: "col", className: side[i], textContent: h })))),
                make("tbody", {}, ...body)));
    }

    /* Marks of what is wrong stand out, as in the report. */
    function colour(map) {
        return (map.match(/[#!]+|[0?]+|[^#!0?]+/g) || []).map((piece) =>
            /[#!]/.test(piece) ? make("b", { textContent: piece }) : /[0?]/.test(piece) ? make("i", { textContent: piece }) : piece);
    }

    function toLine(line) {
        if (!line) return "";
        const button = make("button", { type: "button", className: "line", textContent: "line " + line });
        button.addEventListener("click", () => {
            const lines = ui.kernel.value.split("\n");
            const begin = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
            ui.kernel.focus();
            ui.kernel.setSelectionRange(begin, begin + (lines[line - 1] || "").length);
            ui.kernel.scrollTop = Math.max(0, (line - 4) * ui.kernel.scrollHeight / lines.length);
        });
        return button;
    }

    function showDiagnostics(result) {
        const rows = [["error", result.errors], ["warning", result.warnings], ["note", result.notes]]
            .flatMap(([kind, list]) => (list || []).filter((d) => d && d.message)
                .map((d) => [kind, toLine(d.line), d.message, d.hint || ""]));
        if (rows.length)
            ui.result.append(table("Diagnostics", ["kind", "where", "what", "next step"], rows));
        return rows.length;
    }

    function number() {
        const count = ui.kernel.value.split("\n").length;
        ui.gutter.textContent = Array.from({ length: count }, (_, i) => i + 1).join("\n") + "\n\n";
        ui.gutter.scrollTop = ui.kernel.scrollTop;
    }

    function clear() { ui.result.replaceChildren(); }

    async function check() {
        const result = await ask("check_syntax");
        clear();
        if (result.error) return;
        const found = showDiagnostics(result);
        ui.status.textContent = result.success
            ? result.instruction_count + " instructions" + (found ? "" : ", nothing to say about them")
            : (result.errors || []).length + " errors";
    }

    function showVerdict(result) {
        const share = (100 * (result.match_rate ?? 0)).toFixed(1) + " %";
        ui.status.textContent = result.verdict === "correct"
            ? "correct: " + result.cycles + " cycles"
            : (result.verdict || "not evaluated") + (result.verdict ? ", " + share + " of the elements match" : "");
        ui.status.className = result.verdict === "correct" ? "good" : "bad";
        if ((result.explanation || []).length)
            ui.result.append(table("Why, most likely first", ["how sure", "where", "what", "next step"],
                result.explanation.map((e) => [e.score?.toFixed(2), toLine(e.line), e.text, e.hint || ""])));
        else if ((result.errors || []).length && typeof result.errors[0] === "string")
            ui.result.append(make("ul", {}, ...result.errors.map((e) => make("li", { textContent: e }))));
    }

    async function evaluate() {
        const result = await ask("run_evaluation");
        clear();
        if (result.error) return;
        if (!showDiagnostics(result) || result.verdict) showVerdict(result);
        if (result.verdict === "wrong_result") showMemory(await ask("view_output", { arguments: { num_rows: 8 } }, true));
    }

    function showMemory(result) {
        if (result.error || showDiagnostics(result)) return;
        if (result.tile_map)
            ui.result.append(make("h2", { textContent: "Map of the output" }), make("p", { textContent: result.tile_map_legend }),
                make("pre", { className: "map", tabIndex: 0, role: "region", "aria-label": "Map of the output" },
                    ...colour(result.tile_map)));
        if ((result.differences || []).length)
            ui.result.append(table("Memory that differs", ["element", "address", "produced", "expected", "allowed error", "written by"],
                result.differences.map((d) => [`[${d.row}, ${d.col}]`, "0x" + Number(d.address).toString(16),
                    d.produced, d.expected, d.allowed_error, toLine(d.written_by_line) || d.written_by])));
        if ((result.row_analysis || []).length)
            ui.result.append(table("Rows", ["row", "matching", "produced from", "to", "expected from", "to", "NaN"],
                result.row_analysis.map((r) => [r.row, (100 * r.matching).toFixed(0) + " %", r.sim_min, r.sim_max,
                    r.golden_min, r.golden_max, r.nan])));
    }

    async function memory() {
        const result = await ask("view_output", { arguments: { num_rows: 8 } });
        clear();
        showMemory(result);
        if (!result.error) ui.status.textContent = "the output on the first seed: "
            + ((result.differences || []).length ? result.pattern || "some elements differ" : "all elements match");
    }

    async function profile() {
        const result = await ask("profile", { arguments: { lines: 40 } });
        clear();
        if (result.error || showDiagnostics(result)) return;
        const light = (result.speed_of_light || {}).share;
        ui.status.textContent = result.cycles + " cycles, " + result.instructions + " instructions"
            + (typeof light === "number" ? ", " + (100 * light).toFixed(0) + " % of the speed of light" : "");
        ui.result.append(table("Cycles by line", ["line", "cycles", "times", "text"],
            (result.lines || []).map((l) => [toLine(l.line), l.cycles, l.count, l.text || ""])));
        const stalls = Object.entries(result.stalls || {}).filter(([, cycles]) => cycles > 0);
        if (stalls.length) ui.result.append(table("Waiting", ["cause", "cycles"], stalls));
        if ((result.units || []).length)
            ui.result.append(table("Units", ["unit", "cycles", "instructions"],
                result.units.map((u) => [u.unit, u.cycles, u.instructions])));
    }

    async function compile(opt) {
        const result = await ask("compile", { opt, kernel: undefined });
        if (!result.kernel) return;
        replaceText(result.kernel);
        clear();
        say("our " + (opt === "best" ? "best kernel" : "baseline") + " for this cell; the editor can undo");
    }

    /* As if typed, so that undo brings the old text back. */
    function replaceText(text) {
        ui.kernel.focus();
        ui.kernel.select();
        if (!document.execCommand("insertText", false, text)) ui.kernel.value = text;
        ui.kernel.setSelectionRange(0, 0);
        ui.kernel.scrollTop = 0;
        number();
        remember();
    }

    async function task() {
        const result = await ask("prompt", { kernel: undefined });
        clear();
        if (result.prompt) ui.result.append(make("h2", { textContent: "The task, as a model reads it" }),
            make("pre", { tabIndex: 0, role: "region", "aria-label": "The task", textContent: result.prompt }));
    }

    function choice(label, id, options, value) {
        ui[id] = make("select", { id: "try-" + id }, ...options.map((o) => make("option", { value: o, textContent: o })));
        if (options.includes(value)) ui[id].value = value;
        return make("label", { htmlFor: "try-" + id }, label + " ", ui[id]);
    }

    function button(label, action, kind = "") {
        const b = make("button", { type: "button", className: kind, textContent: label });
        b.addEventListener("click", async () => {
            b.disabled = true;
            try { await action(); } catch (e) { say("the server does not answer: " + e.message, "bad"); }
            b.disabled = false;
            if (document.activeElement === document.body) b.focus();
        });
        return b;
    }

    function fillTasks(cells, wanted) {
        const tasks = (cells.find((c) => c.platform === ui.platform.value) || {}).tasks || [];
        const keep = wanted || ui.task.value;
        ui.task.replaceChildren(...tasks.map((t) => make("option", { value: t, textContent: t })));
        if (tasks.includes(keep)) ui.task.value = keep;
    }

    /* What the address asks for: a cell, or a run of the store with its kernel. */
    async function wanted() {
        const query = new URLSearchParams(location.search);
        if (!/^\d+$/.test(query.get("run") || "")) return { get: (key) => query.get(key), kernel: null };
        const answer = await fetch("/api/run/" + query.get("run"));
        const run = answer.ok ? await answer.json() : {};
        return { get: (key) => run[key], kernel: run.kernel };
    }

    async function build() {
        const cells = (await (await fetch("/api/cells")).json()).filter((c) => c.tasks.length);
        const query = await wanted();
        const choices = make("div", { className: "view-row" },
            choice("Machine", "platform", cells.map((c) => c.platform), query.get("platform")),
            choice("Task", "task", [], ""),
            make("label", { htmlFor: "try-config" }, "Size ",
                ui.config = make("input", { id: "try-config", value: query.get("config") || "C1", size: 8, spellcheck: false })),
            choice("Language", "lang", ["asm", "c"], query.get("lang")));
        ui.kernel = make("textarea", { id: "try-kernel", rows: 22, spellcheck: false, wrap: "off",
            value: query.kernel || sessionStorage.getItem("kc-kernel") || "", autocapitalize: "off", autocomplete: "off" });
        ui.gutter = make("pre", { className: "gutter", "aria-hidden": "true" });
        ui.kernel.addEventListener("input", () => { number(); sessionStorage.setItem("kc-kernel", ui.kernel.value); });
        ui.kernel.addEventListener("scroll", () => { ui.gutter.scrollTop = ui.kernel.scrollTop; });
        ui.status = make("p", { id: "try-status", role: "status" });
        ui.result = make("div", { id: "try-result" });
        fillTasks(cells, query.get("task"));
        ui.platform.addEventListener("change", () => { fillTasks(cells); remember(); });
        page.replaceChildren(choices,
            make("label", { htmlFor: "try-kernel", textContent: "Kernel" }),
            make("div", { className: "view-editor" }, ui.gutter, ui.kernel),
            make("div", { className: "view-row" },
                button("Assemble", check), button("Run and judge", evaluate, "main"), button("Memory", memory),
                button("Profile", profile), button("The task", task),
                button("Our baseline", () => compile("baseline")), button("Our best", () => compile("best"))),
            ui.status, ui.result);
        number();
        if (query.kernel === "") say("this run has no kernel, or none of less than 1 MiB");
        if (!token())
            ui.status.textContent = "To run kernels here, open the address that kc view printed: it carries the token.";
    }

    token();
    if (report && report.dataset.generation) {
        watch();
        linkFilter();
    }
    if (page) build();
})();
