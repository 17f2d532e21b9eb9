// The report as a person meets it: opened from a file, read by eye, keyboard and screen reader, in both themes.
import fs from "node:fs";
import { pathToFileURL } from "node:url";
import { THEMES, WIDTHS, check, checkAccessible, checkLayout, openPage, run } from "./common.mjs";

const { KC_FOLDER, KC_PICTURES, KC_SCREENSHOT } = process.env;

const address = (name, hash = "") => pathToFileURL(`${KC_FOLDER}/${name}.html`).href + hash;

const open = (browser, name, options = {}, hash = "") => openPage(browser, address(name, hash), options);

function checkQuiet(what, page) {
  check(`${what}: the console is empty`, page.troubles.length === 0, page.troubles);
  const elsewhere = page.asked.filter((url) => !url.startsWith(address("small").replace(/small.html$/, "")));
  check(`${what}: nothing is loaded`, page.asked.length === 1 && elsewhere.length === 0, page.asked);
}

async function testTables(browser) {
  const report = JSON.parse(fs.readFileSync(`${KC_FOLDER}/small.json`, "utf-8"));
  const page = await open(browser, "small");
  const totals = await page.$$eval("table.grid tr.total td strong", (list) => list.map((e) => e.textContent));
  const wanted = [];
  for (const platform of ["plena", "coral"])
    for (const c of report.campaigns)
      for (const p of c.platforms) if (p.platform === platform) wanted.push(`${p.solved}/${p.cells}`);
  check("tables: totals", JSON.stringify(totals) === JSON.stringify(wanted), [totals, wanted]);
  const solved = await page.$$eval("table.grid a.m, table.grid span.m", (list) =>
    list.filter((e) => /^C\d (solved|some)\b/.test(e.title)).length);
  const sum = report.campaigns.flatMap((c) => c.platforms).reduce((n, p) => n + p.solved, 0);
  check("tables: solved marks", solved === sum, [solved, sum]);
  const rows = await page.$$eval("#run-table tbody tr", (list) => list.length);
  check("tables: a row per run", rows === report.runs, rows);
  const signs = await page.$$eval("ul.legend .m", (list) => list.map((e) => e.textContent));
  check("tables: every mark has its own sign", new Set(signs).size === signs.length && signs.length > 10, signs);
  const charts = await page.$$eval("svg", (list) =>
    list.every((e) => e.getAttribute("role") === "img" && e.getAttribute("aria-label").length > 40));
  check("tables: charts say what they show", charts);
  checkQuiet("tables", page);
  await page.close();
}

async function testKeyboard(browser) {
  const page = await open(browser, "small");
  await page.keyboard.press("Tab");
  check("keyboard: first the way to the content", await page.evaluate(() => document.activeElement.className === "skip"));
  await page.keyboard.press("Tab");
  check("keyboard: then the sections", await page.evaluate(() => document.activeElement.closest("nav") !== null));
  const seen = new Set();
  for (let i = 0; i < 200; i++) {
    await page.keyboard.press("Tab");
    const at = await page.evaluate(() => {
      const e = document.activeElement;
      const box = e.getBoundingClientRect();
      return { tag: e.tagName, class: e.className, label: e.getAttribute("aria-label") || "", seen: box.width > 0 };
    });
    if (at.tag === "BODY") break;
    if (at.tag === "A" && String(at.class).startsWith("m ")) seen.add("mark");
    if (at.label === "Success by task") seen.add("scroll region");
    if (at.tag === "SUMMARY") seen.add("summary");
    if (at.tag === "INPUT") seen.add("filter");
  }
  for (const what of ["mark", "scroll region", "summary", "filter"]) check(`keyboard: reaches a ${what}`, seen.has(what));
  await page.focus("table.grid a.m");
  const href = await page.evaluate(() => document.activeElement.getAttribute("href"));
  await page.keyboard.press("Enter");
  await page.waitForFunction((id) => location.hash === id, href);
  check("keyboard: a mark opens its run", await page.isVisible(href));
  check("keyboard: only the run is shown", !(await page.isVisible("#report")));
  check("keyboard: the focus is on its heading",
    await page.evaluate((id) => document.activeElement === document.querySelector(id + " h2"), href));
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.goBack();
  check("keyboard: back is back", await page.isVisible("#success"));
  check("keyboard: the focus returns",
    await page.evaluate((id) => document.activeElement.getAttribute("href") === id, href));
  checkQuiet("keyboard", page);
  await page.close();
}

async function testFilter(browser) {
  const page = await open(browser, "small");
  await page.fill("#filter", "relu trap");
  const rows = await page.$$eval("#run-table tbody tr", (list) => list.filter((e) => !e.hidden).map((e) => e.textContent));
  check("filter: both words", rows.length === 2 && rows.every((t) => /relu/.test(t) && /trap/.test(t)), rows);
  check("filter: says how many", (await page.textContent("#filtered")) === "2 of 25");
  await page.fill("#filter", "");
  check("filter: empty shows all", (await page.$$eval("#run-table tr[hidden]", (list) => list.length)) === 0);
  await page.close();
}

async function testScriptless(browser) {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(address("small"));
  check("without script: tables", await page.isVisible("table.grid"));
  check("without script: no filter", !(await page.isVisible("#filter")));
  const href = await page.getAttribute("table.grid a.m", "href");
  await page.goto(address("small", href));
  check("without script: runs open", (await page.isVisible(href)) && !(await page.isVisible("#report")));
  await context.close();
}

async function testHostile(browser) {
  const page = await open(browser, "hostile");
  const run = await page.evaluate(() =>
    Array.from(document.querySelectorAll("article.run")).find((e) => e.textContent.includes("owned")).id);
  await page.goto(address("hostile", "#" + run));
  await page.waitForTimeout(200);
  check("hostile: the title is ours", (await page.title()).startsWith("KernelCraft"), await page.title());
  check("hostile: it is text", (await page.textContent("#" + run)).includes("<script>document.title='owned'</script>"));
  const tags = await page.evaluate(() =>
    [document.scripts.length, document.querySelectorAll("style").length, document.images.length]);
  check("hostile: no tags of its own", JSON.stringify(tags) === "[1,1,0]", tags);
  check("hostile: the run is still readable", await page.isVisible(`#${run} .talk`));
  check("hostile: the page keeps its width",
    await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth + 1));
  check("hostile: the console is empty", page.troubles.length === 0, page.troubles);
  check("hostile: nothing is loaded", page.asked.every((url) => url.startsWith("file:")), page.asked);
  await page.close();
}

// On the overview and on a run.
async function testAccessible(browser) {
  for (const colorScheme of THEMES) {
    const page = await open(browser, "small", { colorScheme });
    const run = await page.getAttribute("table.grid a.m", "href");
    for (const hash of ["", run]) {
      await page.goto(address("small", hash));
      await checkAccessible(`report ${colorScheme} ${hash}`, page);
    }
    await page.close();
  }
}

async function testPictures(browser) {
  for (const colorScheme of THEMES)
    for (const width of WIDTHS) {
      const page = await open(browser, "small", { colorScheme, viewport: { width, height: 900 } });
      await checkLayout("report", page, width, colorScheme);
      await page.screenshot({ path: `${KC_PICTURES}/report-${width}-${colorScheme}.png`, fullPage: true });
      const run = await page.getAttribute("table.grid a.m", "href");
      await page.goto(address("small", run));
      await page.screenshot({ path: `${KC_PICTURES}/run-${width}-${colorScheme}.png`, fullPage: true });
      await page.close();
    }
}

// The picture of the README: the first screen of the report that KC_SCREENSHOT_REPORT names.
async function testReadme(browser) {
  if (!KC_SCREENSHOT) return;
  const url = pathToFileURL(process.env.KC_SCREENSHOT_REPORT || `${KC_FOLDER}/small.html`).href;
  const page = await openPage(browser, url, { colorScheme: "light", viewport: { width: 1440, height: 900 } });
  await page.screenshot({ path: KC_SCREENSHOT });
  const size = fs.statSync(KC_SCREENSHOT).size;
  check("readme: a picture below 300 KB", size > 10000 && size < 300000, size);
  await page.close();
}

async function testPrint(browser) {
  const page = await open(browser, "small");
  await page.emulateMedia({ media: "print" });
  check("print: no navigation", !(await page.isVisible("nav")));
  check("print: tables in full", await page.isVisible("table.grid"));
  const pdf = await page.pdf({ format: "A4" });
  check("print: a document comes out", pdf.length > 10000 && pdf.subarray(0, 4).toString() === "%PDF", pdf.length);
  await page.close();
}

await run([testTables, testKeyboard, testFilter, testScriptless, testHostile, testAccessible, testPictures, testReadme,
  testPrint]);
