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

    async function refresh(part) {
        const answer = await fetch("/part/" + part.id.slice("part-".length));
        if (!answer.ok) return;
        const focused = document.activeElement && part.contains(document.activeElement)
            ? document.activeElement.id : "";
        const open = [...part.querySelectorAll("details[open][id]")].map((d) => d.id);
        const values = [...part.querySelectorAll("input[id], select[id]")].map((i) => [i.id, i.value]);
        part.innerHTML = await answer.text();
        for (const id of open) { const d = document.getElementById(id); if (d) d.open = true; }
        for (const [id, value] of values) {
            const input = document.getElementById(id);
            if (input && input.value !== value) {
                input.value = value;
                input.dispatchEvent(new Event("input", { bubbles: true }));
                input.dispatchEvent(new Event("change", { bubbles: true }));
            }
        }
        const again = focused && document.getElementById(focused);
        if (again) again.focus();
    }

    function watch() {
        const source = new EventSource("/events");
        let shown = Number(report.dataset.generation);
        source.onopen = () => { live.textContent = "live"; live.className = "on"; };
        source.onerror = () => { live.textContent = "not connected"; live.className = "off"; };
        source.onmessage = async (event) => {
            if (Number(event.data) <= shown) return;
            shown = Number(event.data);
            for (const part of document.querySelectorAll(".view-part")) await refresh(part);
            document.dispatchEvent(new Event("kc-refresh"));
            report.dataset.generation = String(shown);
        };
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

    async function ask(action, more) {
        remember();
        ui.status.textContent = "working …";
        const answer = await fetch("/api/try", {
            method: "POST",
            headers: { "Content-Type": "application/json", "Authorization": "Bearer " + token() },
            body: JSON.stringify({ ...cell(), action, kernel: ui.kernel.value, ...more }),
        });
        const text = await answer.text();
        let result;
        try { result = JSON.parse(text); } catch { result = { error: text.trim() }; }
        ui.status.textContent = result.error ? String(result.error) : "";
        ui.status.className = result.error ? "bad" : "";
        return result;
    }

    function table(caption, heads, rows) {
        const body = rows.map((row) => make("tr", {}, ...row.map((value) =>
            make("td", { className: typeof value === "number" ? "num" : "" },
                value instanceof Node || value === "" ? value : String(value ?? "")))));
        return make("div", { className: "view-scroll", tabIndex: 0, role: "region", "aria-label": caption },
            make("table", {}, make("caption", { textContent: caption }),
                make("thead", {}, make("tr", {}, ...heads.map((h) => make("th", { scope: "col", textContent: h })))),
                make("tbody", {}, ...body)));
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
        if (result.verdict && result.verdict !== "correct" && result.verdict !== "syntax_error")
            await memory(false);
    }

    async function memory(first = true) {
        const status = [ui.status.textContent, ui.status.className];
        const result = await ask("view_output", { arguments: { num_rows: 8 } });
        if (first) clear();
        if (result.error) return;
        if (!first) [ui.status.textContent, ui.status.className] = status;
        if (showDiagnostics(result)) return;
        const map = result.tile_map || result.map;
        if (map)
            ui.result.append(make("h2", { textContent: "Map of the output" }),
                make("p", { textContent: ". right, # wrong, 0 zero, ? never written, ! NaN or Inf" }),
                make("pre", { className: "map", tabIndex: 0,
                    textContent: Array.isArray(map) ? map.join("\n") : typeof map === "string" ? map
                        : [map.legend, ...(map.rows || map.lines || [])].join("\n") }));
        if ((result.differences || []).length)
            ui.result.append(table("Memory that differs", ["element", "address", "produced", "expected", "allowed error", "written by"],
                result.differences.map((d) => [`[${d.row}, ${d.col}]`, "0x" + Number(d.address).toString(16),
                    d.produced, d.expected, d.allowed_error, toLine(d.written_by_line)])));
        if ((result.row_analysis || []).length)
            ui.result.append(table("Rows", ["row", "matching", "produced from", "to", "expected from", "to", "NaN"],
                result.row_analysis.map((r) => [r.row, (100 * r.matching).toFixed(0) + " %", r.sim_min, r.sim_max,
                    r.golden_min, r.golden_max, r.nan])));
    }

    async function profile() {
        const result = await ask("profile", { arguments: { lines: 40 } });
        clear();
        if (result.error || showDiagnostics(result)) return;
        const light = result.speed_of_light ?? result.share ?? result.speed_of_light_share;
        ui.status.textContent = result.cycles + " cycles, " + result.instructions + " instructions"
            + (typeof light === "number" ? ", " + (100 * light).toFixed(0) + " % of the speed of light" : "");
        ui.result.append(table("Cycles by line", ["line", "cycles", "times", "text"],
            (result.lines || []).map((l) => [toLine(l.line), l.cycles, l.count, l.text || ""])));
        if ((result.stalls || []).length)
            ui.result.append(table("Waiting", ["cause", "cycles"], result.stalls.map((s) => [s.cause || s.name, s.cycles])));
        if ((result.units || []).length)
            ui.result.append(table("Units", ["unit", "cycles", "instructions"],
                result.units.map((u) => [u.unit, u.cycles, u.instructions])));
    }

    async function compile(opt) {
        const result = await ask("compile", { opt, kernel: undefined });
        if (result.kernel) { ui.kernel.value = result.kernel; number(); clear(); remember(); }
    }

    async function task() {
        const result = await ask("prompt", { kernel: undefined });
        clear();
        if (result.prompt) ui.result.append(make("h2", { textContent: "The task, as a model reads it" }),
            make("pre", { tabIndex: 0, textContent: result.prompt }));
    }

    function choice(label, id, options, value) {
        ui[id] = make("select", { id: "try-" + id }, ...options.map((o) => make("option", { value: o, textContent: o })));
        if (options.includes(value)) ui[id].value = value;
        return make("label", { htmlFor: "try-" + id }, label + " ", ui[id]);
    }

    function button(label, action) {
        const b = make("button", { type: "button", textContent: label });
        b.addEventListener("click", async () => {
            b.disabled = true;
            try { await action(); } catch (e) { ui.status.textContent = "the server does not answer: " + e.message; }
            b.disabled = false;
            b.focus();
        });
        return b;
    }

    function fillTasks(cells, wanted) {
        const tasks = (cells.find((c) => c.platform === ui.platform.value) || {}).tasks || [];
        const keep = wanted || ui.task.value;
        ui.task.replaceChildren(...tasks.map((t) => make("option", { value: t, textContent: t })));
        if (tasks.includes(keep)) ui.task.value = keep;
    }

    async function build() {
        const cells = (await (await fetch("/api/cells")).json()).filter((c) => c.tasks.length);
        const query = new URLSearchParams(location.search);
        const choices = make("div", { className: "view-row" },
            choice("Machine", "platform", cells.map((c) => c.platform), query.get("platform")),
            choice("Task", "task", [], ""),
            make("label", { htmlFor: "try-config" }, "Size ",
                ui.config = make("input", { id: "try-config", value: query.get("config") || "C1", size: 8, spellcheck: false })),
            choice("Language", "lang", ["asm", "c"], query.get("lang")));
        ui.kernel = make("textarea", { id: "try-kernel", rows: 22, spellcheck: false, wrap: "off",
            value: sessionStorage.getItem("kc-kernel") || "", autocapitalize: "off", autocomplete: "off" });
        ui.gutter = make("pre", { className: "gutter", "aria-hidden": "true" });
        ui.kernel.addEventListener("input", number);
        ui.kernel.addEventListener("scroll", () => { ui.gutter.scrollTop = ui.kernel.scrollTop; });
        ui.status = make("p", { id: "try-status", role: "status" });
        ui.result = make("div", { id: "try-result" });
        fillTasks(cells, query.get("task"));
        ui.platform.addEventListener("change", () => { fillTasks(cells); remember(); });
        page.replaceChildren(choices,
            make("label", { htmlFor: "try-kernel", textContent: "Kernel" }),
            make("div", { className: "view-editor" }, ui.gutter, ui.kernel),
            make("div", { className: "view-row" },
                button("Assemble", check), button("Run and judge", evaluate), button("Memory", memory),
                button("Profile", profile), button("The task", task),
                button("Our baseline", () => compile("baseline")), button("Our best", () => compile("best"))),
            ui.status, ui.result);
        number();
        if (!token())
            ui.status.textContent = "To run kernels here, open the address that kc view printed: it carries the token.";
    }

    token();
    if (report && report.dataset.generation) watch();
    if (page) build();
})();
