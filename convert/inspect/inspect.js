"use strict";
{
  // Lights the box of the value under the pointer or the focus, and the values of
  // the box under the pointer, and tells where the value comes from.
  const links = new WeakMap(); // of each section, by the box that they lead to
  const linksOf = section => {
    if (!links.has(section)) {
      const found = new Map();
      for (const link of section.querySelectorAll("a[href^='#b-']")) {
        const id = idOf(link);
        found.set(id, [...found.get(id) ?? [], link]);
      }
      links.set(section, found);
    }
    return links.get(section);
  };
  const idOf = link => decodeURIComponent(link.getAttribute("href").slice(1));
  const cellOf = element => element.closest("td, dd, li");

  const light = (section, id) => {
    for (const lit of section.querySelectorAll(".lit")) lit.classList.remove("lit");
    if (!id) return;
    document.getElementById(id)?.classList.add("lit");
    for (const link of linksOf(section).get(id) ?? []) cellOf(link).classList.add("lit");
  };

  // Scrolls a frame, and nothing around it, until an element is to be seen.
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const reveal = element => {
    const frame = element.closest(".values, .pages");
    const f = frame.getBoundingClientRect(), e = element.getBoundingClientRect();
    const covered = frame.querySelector(".told:not([hidden]) p, thead")?.offsetHeight ?? 0; // at the top
    const aside = frame.querySelector("tbody th")?.offsetWidth ?? 0; // at the left
    const by = (low, high, from, to) => low >= from && high <= to ? 0 : (low + high - from - to) / 2;
    const left = by(e.left, e.right, f.left + aside, f.right), top = by(e.top, e.bottom, f.top + covered, f.bottom);
    if (left || top) frame.scrollBy({left, top, behavior: still.matches ? "instant" : "smooth"});
  };

  const tell = (section, box, cell) => {
    const told = section.querySelector(".told");
    if (!told) return; // there are no pages
    told.hidden = false;
    const head = cell?.previousElementSibling?.matches("dt") ? cell.previousElementSibling
      : cell?.closest("table")?.tHead.rows[0].cells[cell.cellIndex];
    const label = head ? head.textContent + ": " : "";
    const value = box?.querySelector("title").textContent ?? (cell ? label + cell.textContent : "");
    told.querySelector(".what").textContent = value || told.dataset.idle;
    told.querySelector(".why").textContent = cell?.querySelector("[title]")?.title ?? "";
  };

  // Shows what belongs to what is pointed at. seek is whether to scroll to it.
  const show = (section, target, seek) => {
    const box = target?.closest(".box");
    if (box) {
      const link = linksOf(section).get(box.id)?.[0];
      light(section, box.id);
      tell(section, box, link && cellOf(link));
      if (seek && link) reveal(cellOf(link));
      return;
    }
    const cell = target && cellOf(target);
    const link = cell?.querySelector("a[href^='#b-']");
    const of = link && document.getElementById(idOf(link));
    light(section, of?.id);
    tell(section, of, cell);
    if (seek && of) reveal(of);
  };

  const sectionOf = element => element?.closest?.(".inspect");
  const focused = section => section.contains(document.activeElement) ? document.activeElement : null;
  document.addEventListener("pointerover", event => {
    const section = sectionOf(event.target), before = sectionOf(event.relatedTarget);
    if (before && before !== section) show(before, focused(before), false);
    if (section) show(section, event.target.closest(".box, td, dd, li") ?? focused(section), event.pointerType === "mouse");
  });
  document.addEventListener("focusin", event => {
    const section = sectionOf(event.target);
    if (section) show(section, event.target, true);
  });
  document.addEventListener("focusout", event => {
    const section = sectionOf(event.target);
    if (section && sectionOf(event.relatedTarget) !== section) show(section, null, false);
  });
  document.addEventListener("click", event => {
    const section = sectionOf(event.target), box = event.target.closest?.(".box");
    const link = event.target.closest?.(".inspect a[href^='#b-']");
    if (link) { // the box is lit already: the address, and the way back, stay as they are
      event.preventDefault();
      show(section, link, true);
    } else if (section && box) {
      const first = linksOf(section).get(box.id)?.[0];
      first?.focus({preventScroll: true});
      show(section, box, true);
    }
  });

  // Cells without a box hold the focus themselves.
  const go = cell => {
    const stop = cell.querySelector("a, button") ?? cell;
    if (stop === cell) cell.tabIndex = -1;
    stop.focus({preventScroll: true});
    reveal(cell);
  };
  const steps = {ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0]};
  const beside = (cell, key) => {
    const row = cell.parentElement;
    if (key === "Home") return row.cells[1];
    if (key === "End") return [...row.cells].findLast(c => c.textContent);
    if (!(key in steps)) return undefined;
    const [down, across] = steps[key];
    return cell.closest("table").rows[row.rowIndex + down]?.cells[cell.cellIndex + across];
  };

  // A table is one stop of the Tab key: the value that was left. Arrow keys go from
  // value to value, Home and End to the ends of a row, N to the next value that is to
  // be checked, and Shift+N back.
  const walk = (section, values, table) => {
    const checks = [...values.querySelectorAll("[id^='check-']")];
    let here; // where the focus is in the values, or was
    const check = back => {
      const beyond = back ? Node.DOCUMENT_POSITION_PRECEDING : Node.DOCUMENT_POSITION_FOLLOWING;
      const all = back ? checks.toReversed() : checks;
      const next = all.find(c => here && here.compareDocumentPosition(c) & beyond) ?? all[0];
      if (next) go(next);
    };
    section.querySelector(".next")?.addEventListener("click", () => check(false));
    section.querySelector("a[href='#check-1']")?.remove();

    for (const e of table.querySelectorAll("a, button")) e.tabIndex = -1;
    let stop = table.querySelector("td a") ?? table.querySelector("button");
    stop.tabIndex = 0;
    values.addEventListener("focusin", event => {
      here = event.target.closest("td, th, dd, li") ?? event.target;
      if (!table.contains(here)) return;
      stop.tabIndex = -1;
      stop = event.target;
      stop.tabIndex = 0;
    });
    values.addEventListener("keydown", event => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const cell = event.target.closest("td, th"), next = cell && !event.shiftKey && beside(cell, event.key);
      if (next) {
        event.preventDefault();
        go(next);
      } else if (event.key.toLowerCase() === "n") {
        check(event.shiftKey);
      }
    });
  };

  // What is copied is what a spreadsheet takes: values apart by tabs, rows by ends of
  // lines. As in CSV, what it would take for a formula gets an apostrophe.
  const formula = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]./u, decimal = /^-?\d+(\.\d+)?$/;
  const plain = cell => {
    const text = cell.textContent.replace(/\s+/gu, " ");
    return formula.test(text) && !decimal.test(text) ? "'" + text : text;
  };
  const line = row => [...row.cells].slice(1).map(plain).join("\t");
  const copy = async (tools, what, cells, text) => {
    const said = tools.querySelector(".said");
    const cut = cells.some(c => c.matches(".cut")) ? " Values that end with … are shortened." : "";
    try {
      await navigator.clipboard.writeText(text);
      said.textContent = "Copied: " + what + "." + cut;
    } catch {
      said.textContent = "The browser does not allow copying here.";
    }
  };
  const button = (cell, title, act) => {
    const b = document.createElement("button");
    b.type = "button";
    b.title = title;
    b.append(...cell.childNodes);
    b.addEventListener("click", act);
    cell.append(b);
  };
  const equip = section => {
    const tools = section.querySelector(".tools"), table = section.querySelector("table");
    if (!tools) return; // there are no rows
    const rows = [...table.tBodies[0].rows];
    tools.hidden = false;
    tools.querySelector(".copy").addEventListener("click", () =>
      copy(tools, rows.length + " rows", rows.flatMap(row => [...row.cells]), [...table.rows].map(line).join("\n")));
    for (const head of [...table.tHead.rows[0].cells].slice(1)) {
      button(head, "Copy the column", () => {
        const cells = rows.map(row => row.cells[head.cellIndex]);
        copy(tools, head.textContent, cells, cells.map(plain).join("\n"));
      });
    }
    for (const row of rows) {
      button(row.cells[0], "Copy the row", () => copy(tools, "row " + row.cells[0].textContent, [...row.cells], line(row)));
    }
    walk(section, section.querySelector(".values"), table);
  };
  document.addEventListener("copy", event => {
    const cell = document.activeElement?.closest(".inspect :is(td, dd)");
    if (!cell || !getSelection().isCollapsed) return;
    event.preventDefault();
    event.clipboardData.setData("text/plain", cell.textContent);
    sectionOf(cell).querySelector(".said").textContent = "Copied: " + cell.textContent;
  });
  for (const section of document.querySelectorAll(".inspect")) {
    tell(section);
    equip(section);
  }
}
