// Converts documents in the browser, on the page "Try a document". Nothing is sent.
"use strict";

{
  const section = document.querySelector("#local");
  const button = section.querySelector("button");
  const input = section.querySelector("input");
  const said = section.querySelector(".said");
  const result = section.querySelector(".result-here");
  let worker = null; // once the converter is loaded
  let busy = false;

  // ask has a worker do something, and gives its answer.
  const ask = (worker, message) => new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => data.wrong === undefined ? resolve(data.answer) : reject(new Error(data.wrong));
    worker.onerror = event => reject(new Error(event.message || "it cannot be loaded"));
    worker.postMessage(message);
  });

  // alone runs one thing at a time, and says what is wrong with it.
  const alone = async (saying, f) => {
    if (busy) return;
    busy = true;
    said.textContent = saying;
    button.setAttribute("aria-disabled", "true");
    try {
      await f();
    } catch (error) {
      said.textContent = `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.`;
    }
    button.removeAttribute("aria-disabled");
    busy = false;
  };

  button.addEventListener("click", () => alone("Loading…", async () => {
    const loading = new Worker(section.dataset.worker, { type: "module" });
    try {
      await ask(loading, { address: section.dataset.module });
    } catch {
      throw new Error("the converter cannot be loaded");
    }
    worker = loading;
    section.querySelector(".choose").hidden = false;
    button.hidden = true;
    said.textContent = "Ready. The network is no longer needed.";
    input.focus();
  }));

  const convert = file => alone("Converting…", async () => {
    result.hidden = true;
    if (file.size > Number(section.dataset.most)) throw new Error(section.dataset.over);
    const document = new Uint8Array(await file.arrayBuffer());
    const answer = await ask(worker, { document, filename: file.name });
    show(JSON.parse(answer), answer);
  });
  input.addEventListener("change", () => { if (input.files.length) convert(input.files[0]); });

  // What is dropped while the converter is ready stays here, wherever on the page: the other form
  // would send it.
  const zone = section.querySelector(".zone");
  const over = on => zone.classList.toggle("over", on);
  const here = f => event => {
    if (!worker && !section.contains(event.target)) return;
    event.preventDefault();
    event.stopPropagation();
    f(event);
  };
  addEventListener("dragover", here(() => over(true)), { capture: true });
  addEventListener("dragleave", here(() => over(false)), { capture: true });
  addEventListener("drop", here(event => {
    over(false);
    const files = event.dataTransfer.files;
    if (!worker) said.textContent = "Load the converter first.";
    else if (files.length !== 1) said.textContent = "Drop one document at a time.";
    else convert(files[0]);
  }), { capture: true });

  // element makes an element with a text.
  const element = (name, text) => Object.assign(document.createElement(name), { textContent: text });

  // show shows an answer, and offers it as a file.
  function show(answer, text) {
    const columns = answer.columns.filter(column => answer.rows.some(row => row[column.key]));
    const head = document.createElement("tr");
    head.append(...columns.map(column => Object.assign(element("th", column.label), { scope: "col" })));
    const rows = answer.rows.map(row => {
      const line = document.createElement("tr");
      line.append(...columns.map(column => element("td", row[column.key])));
      return line;
    });
    result.querySelector("thead").replaceChildren(head);
    result.querySelector("tbody").replaceChildren(...rows);
    result.querySelector("caption").textContent = answer.filename;
    result.querySelector("ul").replaceChildren(...answer.review.map(entry => element("li", entry.row < rows.length ? `Row ${entry.row + 1}: ${entry.message}` : entry.message)));
    const download = result.querySelector("a");
    URL.revokeObjectURL(download.href);
    download.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    download.download = answer.filename.replace(/\.[^.]*$/, "") + ".json";
    result.hidden = false;
    const n = answer.rows.length;
    said.textContent = n === 0 ? "No order was found in this document." : `${n} ${n === 1 ? "row" : "rows"}, ${answer.verified ? "verified" : "not verified"}. Nothing was uploaded.`;
  }
}
