// What the tests of pages share: counted checks, pages that remember their troubles, axe-core, a browser.
import fs from "node:fs";
import { createRequire } from "node:module";

const { KC_NPM, KC_CHROMIUM } = process.env;
const require = createRequire(KC_NPM + "/");
const { chromium } = require("playwright-core");
const axeSource = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf-8");
let passed = 0, failed = 0;

export const WIDTHS = [400, 900, 1440];
export const THEMES = ["light", "dark"];

export function check(what, good, detail = "") {
  if (good) passed++;
  else {
    failed++;
    console.log(`FAILED ${what} ${JSON.stringify(detail).slice(0, 1500)}`);
  }
}

export const same = (what, got, wanted) => check(what, JSON.stringify(got) === JSON.stringify(wanted), [got, wanted]);

// A page that remembers what went wrong and what was asked for.
export async function openPage(browser, url, options = {}) {
  const page = await browser.newPage({ viewport: { width: 1200, height: 900 }, ...options });
  page.troubles = [];
  page.asked = [];
  page.on("console", (m) => ["error", "warning"].includes(m.type()) && page.troubles.push(m.text()));
  page.on("pageerror", (e) => page.troubles.push(String(e)));
  page.on("dialog", (d) => { page.troubles.push("dialog " + d.message()); d.dismiss(); });
  page.on("request", (r) => page.asked.push(r.url()));
  await page.goto(url);
  return page;
}

// axe-core finds nothing serious, everything unfolded.
export async function checkAccessible(what, page) {
  await page.$$eval("details", (list) => list.forEach((e) => { e.open = true; }));
  await page.evaluate(axeSource);
  const result = await page.evaluate(() => window.axe.run(document));
  const serious = result.violations.filter((v) => ["serious", "critical"].includes(v.impact));
  check(`${what}: axe finds nothing serious`, serious.length === 0,
    serious.map((v) => [v.id, v.nodes.length, v.nodes.slice(0, 2).map((n) => n.html.slice(0, 150)), v.nodes[0].any[0]?.message]));
  check(`${what}: axe looked at something`, result.passes.length > 15, result.passes.length);
}

// Only tables scroll sideways, and the theme is the one that was asked for.
export async function checkLayout(what, page, width, colorScheme) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  check(`${what}, width ${width}: only tables scroll sideways`, wide <= width, wide);
  const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  check(`${what}, width ${width}: ${colorScheme} is ${colorScheme}`,
    (paper.match(/\d+/g).map(Number)[0] > 128) === (colorScheme === "light"), paper);
}

// Runs the tests, prints the counts, ends the process.
export async function run(tests) {
  const browser = await chromium.launch({ executablePath: KC_CHROMIUM, args: ["--no-sandbox"] });
  try {
    for (const test of tests) await test(browser);
  } catch (e) {
    check("the tests themselves", false, String(e.stack));
  } finally {
    await browser.close();
  }
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}
