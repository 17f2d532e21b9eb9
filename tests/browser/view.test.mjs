// The live view as a person meets it: tables that follow the store, filters and links, kernels tried on every machine.
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import { createInterface } from "node:readline";
import { THEMES, WIDTHS, check, checkAccessible, checkLayout, openPage, run, same } from "./common.mjs";

const { KC, KC_FOLDER, KC_PICTURES } = process.env;
const TOKEN = "0123456789abcdef0123";
const servers = [];

// Serves a copy of a store; url is the address without a slash.
function serve(name, copy = name) {
  const store = `${KC_FOLDER}/view-${copy}.db`;
  fs.copyFileSync(`${KC_FOLDER}/${name}.db`, store);
  return start(store, 0);
}

async function start(store, port) {
  const server = spawn(KC, ["view", "--store", store, "--port", String(port)],
    { env: { ...process.env, KC_VIEW_TOKEN: TOKEN }, stdio: ["ignore", "ignore", "pipe"] });
  servers.push(server);
  const line = await new Promise((resolve) => createInterface({ input: server.stderr }).once("line", resolve));
  return { store, server, url: line.match(/http:\/\/127\.0\.0\.1:\d+/)[0] };
}

function sql(store, query) {
  const program = "import json, sqlite3, sys; print(json.dumps(sqlite3.connect(sys.argv[1]).execute(sys.argv[2]).fetchall()))";
  return JSON.parse(execFileSync("python3", ["-c", program, store, query], { encoding: "utf-8" }));
}

function campaign(store, ...more) {
  return new Promise((resolve) => {
    spawn(KC, ["run", "-a", "template", "-q", "-j", "1", "--store", store, ...more], { stdio: "ignore" }).on("exit", resolve);
  });
}

function checkQuiet(what, page, view) {
  check(`${what}: the console is empty`, page.troubles.length === 0, page.troubles);
  const elsewhere = page.asked.filter((url) => !url.startsWith(view.url + "/") && !url.startsWith("data:"));
  check(`${what}: nobody else is asked`, page.asked.length > 0 && elsewhere.length === 0, elsewhere);
}

// Every run as the page shows it, and as the store has it: cell and cycles.
const shownRuns = (page) => page.$$eval("#run-table tbody tr", (list) => list.map((row) =>
  [row.cells[0].textContent, row.cells[4].textContent.replaceAll(",", "")].join(" ")).sort());
const storedRuns = (store) => sql(store, `SELECT platform || ' ' || task || ' ' || config ||
  CASE WHEN repeat > 1 THEN ' #' || repeat ELSE '' END || ' ' || CASE WHEN cycles > 0 THEN cycles ELSE '' END
  FROM run JOIN member ON member.run = run.id`).map(([text]) => text).sort();

async function checkNumbers(what, page, view) {
  const report = await (await fetch(view.url + "/api/report.json")).json();
  const totals = await page.$$eval("table.grid tr.total td strong", (list) => list.map((e) => e.textContent));
  const wanted = report.campaigns.flatMap((c) => c.platforms).map((p) => `${p.solved}/${p.cells}`);
  same(`${what}: totals are those of the JSON`, totals.toSorted(), wanted.toSorted());
  const solved = sql(view.store, `SELECT count(DISTINCT member.campaign || '/' || platform || '/' || task || '/' || config)
    FROM run JOIN member ON member.run = run.id WHERE status = 'solved' AND config IN ('C1', 'C2', 'C3', 'C4', 'C5')`)[0][0];
  check(`${what}: and of the store`, totals.map((t) => Number(t.split("/")[0])).reduce((a, b) => a + b, 0) === solved,
    [totals, solved]);
  same(`${what}: every run has its row`, await shownRuns(page), storedRuns(view.store));
  check(`${what}: runs are counted`, report.runs === storedRuns(view.store).length, report.runs);
}

async function testReport(browser) {
  const view = await serve("small", "report");
  const page = await openPage(browser, view.url + "/");
  await checkNumbers("report", page, view);
  await page.waitForFunction(() => document.getElementById("live").textContent === "live");
  await page.fill("#filter", "relu trap");
  const rows = await page.$$eval("#run-table tbody tr", (list) => list.filter((e) => !e.hidden).map((e) => e.textContent));
  check("filter: both words", rows.length === 2 && rows.every((t) => /relu/.test(t) && /trap/.test(t)), rows);
  check("filter: is part of the address", page.url().endsWith("/?filter=relu+trap"), page.url());
  same("report: the sections are linked", await page.$$eval("nav[aria-label=Sections] a", (list) =>
    list.filter((a) => !document.querySelector(a.getAttribute("href"))).length), 0);
  check("report: the page says where it is", (await page.textContent("nav [aria-current]")) === "Report");
  await page.reload();
  check("filter: and comes back with it", (await page.textContent("#filtered")) === "2 of 25");
  await page.click("#run-table tbody tr:not([hidden]) a");
  check("links: a row leads to its run", /\/run\/\d+$/.test(page.url()), page.url());
  const id = page.url().match(/\d+$/)[0];
  const [platform, task, config] = sql(view.store, `SELECT platform, task, config FROM run WHERE id = ${id}`)[0];
  const heading = await page.textContent("article.run h2");
  check("links: the run names its cell", [platform, task, config].every((t) => heading.includes(t)), heading);
  await page.click("text=Try the kernel of this run");
  await page.waitForSelector("#try-kernel");
  same("links: a run can be tried", await page.$$eval("#try-platform, #try-task, #try-config, #try-kernel",
    (list) => list.map((e) => e.value)), [platform, task, config,
    (await (await fetch(`${view.url}/api/run/${id}`)).json()).kernel]);
  check("links: with its kernel", (await page.inputValue("#try-kernel")).includes("V_ADD_VV gp2, gp1, gp1, 0"));
  await page.goBack();
  await page.goBack();
  check("links: back to the filtered list", (await page.inputValue("#filter")) === "relu trap");
  checkQuiet("report", page, view);
  await page.close();
}

// A campaign writes while the page is open: nothing a person did is lost.
async function testLive(browser) {
  const view = await serve("small", "live");
  const page = await openPage(browser, view.url + "/");
  await page.waitForFunction(() => document.getElementById("live").textContent === "live");
  await page.evaluate(() => { window.here = true; });
  const summary = "#speed details:not(.chart) > summary";
  await page.click(summary);
  await page.focus("#filter");
  await page.keyboard.type("rmsnorm");
  await page.keyboard.press("ArrowLeft");
  check("live: nothing of it yet", (await page.textContent("#filtered")) === "0 of 25");
  const code = await campaign(view.store, "-p", "plena", "-p", "aie2", "-t", "rmsnorm", "-c", "C1", "-c", "C2");
  check("live: the campaign ends well", code === 0, code);
  await page.waitForFunction(() => document.getElementById("filtered").textContent === "4 of 29", null, { timeout: 20000 });
  check("live: the page was not loaded anew", await page.evaluate(() => window.here === true));
  same("live: text, focus and caret stay", await page.evaluate(() => {
    const e = document.activeElement;
    return [e.id, e.value, e.selectionStart];
  }), ["filter", "rmsnorm", 6]);
  await page.keyboard.type("x");
  check("live: typing goes on", (await page.inputValue("#filter")) === "rmsnorxm");
  check("live: and filters", (await page.textContent("#filtered")) === "0 of 29");
  check("live: what was unfolded stays so", await page.evaluate((s) => document.querySelector(s).parentElement.open, summary));
  await page.fill("#filter", "");
  await checkNumbers("live", page, view);
  await page.focus("table.grid a.m");
  const href = await page.evaluate(() => document.activeElement.getAttribute("href"));
  await campaign(view.store, "-p", "coral", "-t", "relu", "-c", "C2");
  await page.waitForFunction(() => document.querySelectorAll("#run-table tbody tr").length === 30, null, { timeout: 20000 });
  check("live: the focus stays on a mark",
    (await page.evaluate(() => document.activeElement.getAttribute("href"))) === href);
  checkQuiet("live", page, view);
  const gone = new Promise((resolve) => view.server.once("exit", resolve));
  view.server.kill("SIGTERM");
  await gone;
  await page.waitForFunction(() => document.getElementById("live").textContent === "not connected", null, { timeout: 20000 });
  await campaign(view.store, "-p", "plena", "-t", "gemv", "-c", "C1");
  await start(view.store, Number(view.url.split(":")[2]));
  await page.waitForFunction(() => document.querySelectorAll("#run-table tbody tr").length === 31, null, { timeout: 30000 });
  check("live: a server that was away is followed again", (await page.textContent("#live")) === "live");
  await page.close();
}

const tryUrl = (view, cell, token = TOKEN) => `${view.url}/try?${new URLSearchParams(cell)}${token ? "#token=" + token : ""}`;
const status = (page) => page.textContent("#try-status");

async function press(page, name) {
  await page.click(`button:text-is("${name}")`);
  await page.waitForFunction(() => !document.querySelector("#try button:disabled"), null, { timeout: 60000 });
}

// Writes, spoils and mends a kernel: right at first, then one word is another, then a line is none.
async function tryMachine(browser, view, cell, from, to) {
  const what = `try ${cell.platform}`;
  const page = await openPage(browser, tryUrl(view, cell));
  await page.waitForSelector("#try-kernel");
  same(`${what}: the link names the cell`, await page.$$eval("#try-platform, #try-task, #try-config, #try-lang",
    (list) => list.map((e) => e.value)), [cell.platform, cell.task, cell.config, cell.lang]);
  check(`${what}: the token leaves the address`, !page.url().includes("token"), page.url());
  await press(page, "Our best");
  const kernel = await page.inputValue("#try-kernel");
  check(`${what}: our kernel is there`, kernel.includes(from), kernel.slice(0, 300));
  await press(page, "Assemble");
  check(`${what}: it assembles`, /^\d+ instructions/.test(await status(page)), await status(page));
  await press(page, "Run and judge");
  check(`${what}: it is correct`, /^correct: \d+ cycles/.test(await status(page)), await status(page));
  await press(page, "Profile");
  check(`${what}: its profile`, /cycles, .* instructions, \d+ % of the speed of light/.test(await status(page)), await status(page));
  check(`${what}: by line`, (await page.$$("[aria-label='Cycles by line'] tbody tr")).length > 3);
  await page.fill("#try-kernel", kernel.replace(from, to));
  await press(page, "Run and judge");
  check(`${what}: another word is wrong`, /^wrong_result, [\d.]+ % of the elements/.test(await status(page)), await status(page));
  check(`${what}: explained`, (await page.$$("[aria-label='Why, most likely first'] tbody tr")).length > 0);
  check(`${what}: memory that differs`, (await page.$$("[aria-label='Memory that differs'] tbody tr")).length > 0);
  check(`${what}: a map`, /#|0/.test(await page.textContent("pre.map")));
  const broken = kernel.split("\n");
  broken.splice(4, 0, "<b>bogus</b> 1");
  await page.fill("#try-kernel", broken.join("\n"));
  await press(page, "Assemble");
  check(`${what}: errors are counted`, /^\d+ errors?$/.test(await status(page)), await status(page));
  await page.click("[aria-label=Diagnostics] button.line");
  same(`${what}: the way to the line`, await page.$eval("#try-kernel", (e) =>
    [document.activeElement === e, e.value.slice(e.selectionStart, e.selectionEnd)]), [true, "<b>bogus</b> 1"]);
  check(`${what}: text stays text`, (await page.$$("#try b")).length === 0);
  await press(page, "The task");
  check(`${what}: the task is told`, (await page.textContent("#try-result pre")).includes(cell.task));
  checkQuiet(what, page, view);
  await page.close();
}

async function testTry(browser) {
  const view = await serve("small", "try");
  await tryMachine(browser, view, { platform: "plena", task: "silu", config: "C1", lang: "asm" }, "V_RECI_V", "V_EXP_V");
  await tryMachine(browser, view, { platform: "coral", task: "relu", config: "C1", lang: "asm" }, "vmax.vx", "vmin.vx");
  await tryMachine(browser, view, { platform: "aie2", task: "relu", config: "C1", lang: "asm" }, "vmax_lt", "vmin_ge");
  const page = await openPage(browser, tryUrl(view, { platform: "coral", task: "gemv", config: "C3", lang: "c" }, ""));
  await page.waitForSelector("#try-kernel");
  check("token: what is missing is told", /open the address that kc view printed/.test(await status(page)), await status(page));
  await press(page, "Assemble");
  check("token: again when a button is pressed", /token is missing or wrong/.test(await status(page)), await status(page));
  check("token: nothing else is wrong", page.troubles.every((t) => t.includes("401")), page.troubles);
  await page.close();
}

// The address that kc view prints leads to the report; the token goes along to the other pages of the tab.
async function testToken(browser) {
  const view = await serve("small", "token");
  const page = await openPage(browser, `${view.url}/#token=${TOKEN}`);
  check("token: leaves the address", page.url() === view.url + "/", page.url());
  await page.click("text=Try a kernel");
  await page.waitForSelector("#try-kernel");
  same("token: nothing is missing", await status(page), "");
  await press(page, "Our baseline");
  check("token: goes along", (await page.inputValue("#try-kernel")).length > 100);
  await page.reload();
  await page.waitForSelector("#try-kernel");
  check("token: the text survives a reload", (await page.inputValue("#try-kernel")).length > 100);
  checkQuiet("token", page, view);
  await page.close();
}

// The whole way without a mouse: every stop is visible, the order is that of the page.
async function testKeyboard(browser) {
  const view = await serve("small", "keyboard");
  const page = await openPage(browser, tryUrl(view, { platform: "plena", task: "relu", config: "C1", lang: "asm" }));
  await page.waitForSelector("#try-kernel");
  const stops = [], unseen = [];
  for (let i = 0; i < 30; i++) {
    await page.keyboard.press("Tab");
    const at = await page.evaluate(() => {
      const e = document.activeElement, style = getComputedStyle(e), box = e.getBoundingClientRect();
      return [e.id || e.textContent, e.tagName === "BODY",
        style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1 && box.width > 0];
    });
    if (at[1]) break;
    stops.push(at[0]);
    if (!at[2]) unseen.push(at[0]);
  }
  same("keyboard: the order of the page", stops, ["To the content", "Report", "Try a kernel", "JSON", "try-platform", "try-task",
    "try-config", "try-lang", "try-kernel", "Assemble", "Run and judge", "Memory", "Profile", "The task", "Our baseline",
    "Our best"]);
  same("keyboard: every stop is seen", unseen, []);
  const press_ = async (name) => {
    await page.focus(`button:text-is("${name}")`);
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => !document.querySelector("#try button:disabled"), null, { timeout: 60000 });
  };
  await press_("Our baseline");
  check("keyboard: then the text has the focus", await page.evaluate(() => document.activeElement.id === "try-kernel"));
  await page.keyboard.type("bogus gp1\n");
  await press_("Assemble");
  check("keyboard: the focus stays", await page.evaluate(() => document.activeElement.textContent === "Assemble"));
  for (let i = 0; i < 12 && !(await page.evaluate(() => document.activeElement.className === "line")); i++)
    await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  check("keyboard: to the line", await page.evaluate(() => document.activeElement.id === "try-kernel"));
  await page.keyboard.press("Delete");
  await page.keyboard.press("Delete");
  await press_("Run and judge");
  check("keyboard: mended", /^correct/.test(await status(page)), await status(page));
  await page.focus("#try-kernel");
  await page.evaluate(() => document.getElementById("try-kernel").select());
  await page.keyboard.type("my own");
  await press_("Our best");
  await page.keyboard.press("Control+Z");
  check("keyboard: undo brings the own text back", (await page.inputValue("#try-kernel")) === "my own",
    (await page.inputValue("#try-kernel")).slice(0, 60));
  checkQuiet("keyboard", page, view);
  await page.close();
}

async function testHostile(browser) {
  const view = await serve("hostile");
  const [id] = sql(view.store, "SELECT id FROM run WHERE error LIKE '%<script>%'")[0];
  const begin = Date.now();
  const page = await openPage(browser, `${view.url}/run/${id}`);
  check("hostile: soon there", Date.now() - begin < 10000, Date.now() - begin);
  const size = (await (await fetch(`${view.url}/run/${id}`)).text()).length;
  check("hostile: bounded", size > 1000 && size < 1 << 20, size);
  check("hostile: the title is ours", (await page.title()) === `Run ${id}`, await page.title());
  const text = await page.textContent("article.run");
  check("hostile: it is text", text.includes("<script>document.title='owned'</script>") && text.includes("<img src=x"));
  check("hostile: no escapes, no marks of direction", !/[\x00-\x08\x1b\u202a-\u202e\u2066-\u2069\u200b\ufeff]/.test(text));
  const tags = await page.evaluate(() => [document.scripts.length, document.querySelectorAll("style").length,
    document.images.length, document.querySelectorAll("a[href^='javascript']").length]);
  same("hostile: no tags of its own", tags, [2, 0, 0, 0]);
  check("hostile: the page keeps its width",
    await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth + 1));
  await page.goto(view.url + "/");
  check("hostile: names are text", (await page.textContent("#run-table")).includes("<script>alert(1)</script>"));
  await campaign(view.store, "-p", "plena", "-t", "gelu", "-c", "C1");
  await page.waitForFunction((n) => document.querySelectorAll("#run-table tbody tr").length === n,
    storedRuns(view.store).length, { timeout: 20000 });
  check("hostile: also after an update", (await page.$$("#report script, #report img, #report style")).length === 0);
  checkQuiet("hostile", page, view);
  await page.close();
}

// The three pages, in both themes: axe-core, widths, pictures.
async function testLooks(browser) {
  const view = await serve("small", "looks");
  const cell = { platform: "plena", task: "silu", config: "C1", lang: "asm" };
  const id = sql(view.store, "SELECT id FROM run WHERE status = 'solved' AND config = 'C1' AND task = 'silu'")[0][0];
  for (const colorScheme of THEMES)
    for (const width of WIDTHS)
      for (const [name, url] of [["report", view.url + "/"], ["run", `${view.url}/run/${id}`], ["try", tryUrl(view, cell)]]) {
        const page = await openPage(browser, url, { colorScheme, viewport: { width, height: 900 } });
        if (name === "try") {
          await page.waitForSelector("#try-kernel");
          await press(page, "Our best");
          await page.fill("#try-kernel", (await page.inputValue("#try-kernel")).replace("V_RECI_V", "V_EXP_V"));
          await press(page, "Run and judge");
        }
        if (name === "report") await page.waitForFunction(() => document.getElementById("live").textContent === "live");
        await checkLayout(`view ${name}`, page, width, colorScheme);
        await page.screenshot({ path: `${KC_PICTURES}/view-${name}-${width}-${colorScheme}.png`, fullPage: true });
        if (width === 900) await checkAccessible(`view ${name} ${colorScheme}`, page);
        checkQuiet(`view ${name}`, page, view);
        await page.close();
      }
}

await run([testReport, testLive, testTry, testToken, testKeyboard, testHostile, testLooks]);
for (const server of servers) server.kill("SIGTERM");
