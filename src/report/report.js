"use strict";
// Everything can be read without this: it filters the list of runs and moves the focus to a run that was chosen.
(function () {
  let rows = [];
  function filter() {
    const input = document.getElementById("filter");
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const [row, text] of rows) {
      row.hidden = !words.every((word) => text.includes(word));
      count += row.hidden ? 0 : 1;
    }
    document.getElementById("filtered").textContent = words.length ? count + " of " + rows.length : "";
  }
  // At the start, and again after the live view brought a new table.
  function ready() {
    const input = document.getElementById("filter");
    const table = document.getElementById("run-table");
    if (!input || !table || (rows.length && table.contains(rows[0][0]))) return;
    rows = Array.from(table.tBodies[0].rows, (row) => [row, row.textContent.toLowerCase()]);
    input.parentElement.hidden = false;
    filter();
  }
  function start() {
    ready();
    document.addEventListener("kc-refresh", ready);
    document.addEventListener("input", (event) => { if (event.target.id === "filter") filter(); });
    let last = null;
    const arrive = () => {
      const id = decodeURIComponent(location.hash.slice(1));
      const target = id && document.getElementById(id);
      if (!target || !target.classList.contains("run")) {
        if (last && document.contains(last)) last.focus();
        last = null;
        return;
      }
      const heading = target.querySelector("h2");
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
      window.scrollTo(0, 0);
    };
    document.addEventListener("click", (event) => {
      const link = event.target.closest && event.target.closest("a[href^='#run-']");
      if (link) last = link;
    });
    window.addEventListener("hashchange", arrive);
    arrive();
  }
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
