// Correcting rows beside the pictures of their pages. Values can be written without
// script; with it, they are picked from the pages, and rows are added, removed, split and
// joined.
"use strict";
{
  const form = document.querySelector("#correct");
  const pages = form.querySelector(".pages"), tools = form.querySelector(".tools");
  const fields = "input[data-key], textarea[data-key]";
  let field; // which is being corrected: the one that has the focus, or had it last
  let before; // what it was when it was gone to: its value, the words of that, and their box
  let corner; // of a column that is being taken: its first word
  const taken = new WeakMap(); // the words that were picked, by field
  const history = []; // what takes back the changes of rows

  const tell = text => { tools.querySelector(".told").textContent = text; };
  const button = name => tools.querySelector(`[data-do=${name}]`);
  const rowOf = f => f?.closest("tbody tr");
  const rowsOf = row => [...row.parentNode.rows];
  const cell = (row, key) => row.querySelector(`[data-key="${key}"]`);
  const labelOf = f => f.ariaLabel ?? f.labels[0].textContent;

  // Values, and the words that they were read from.

  const boxOf = f => {
    if (!f.dataset.box) return undefined;
    const [x0, y0, x1, y1] = f.dataset.box.split(" ").map(Number);
    return {page: Number(f.dataset.page), x0, y0, x1, y1};
  };
  const wordsOf = f => {
    const picked = taken.get(f), box = boxOf(f);
    return picked?.size ? [...picked] : box ? within(all, box) : [];
  };
  const settle = f => { // somebody has seen to it
    f.classList.remove("doubtful");
    f.removeAttribute("title");
    f.removeAttribute("aria-invalid");
  };
  const set = (f, value, words = []) => {
    f.value = value;
    settle(f);
    delete f.dataset.box;
    delete f.dataset.page;
    taken.set(f, new Set(words));
    if (!words.length) return;
    const box = around(words);
    f.dataset.page = box.page;
    f.dataset.box = [box.x0, box.y0, box.x1, box.y1].join(" ");
  };
  const restore = f => {
    f.value = before.value;
    taken.set(f, before.words);
    if (before.box) Object.assign(f.dataset, {page: before.page, box: before.box});
  };
  const numbers = ["quantity", "unit_price", "discount", "line_total", "subtotal", "tax", "shipping", "total"];
  const dates = ["po_date", "delivery_date"];
  const put = (f, words) => {
    const key = f.dataset.key, digits = words.filter(w => /\d/.test(w.text));
    const one = digits.length === 1 && (numbers.includes(key) ? digits[0].number : dates.includes(key) && digits[0].date);
    const lines = linesOf(words).map(line => line.words.map(w => w.text).join(" "));
    set(f, one || lines.join(key === "ship_to" || key === "bill_to" ? ", " : " "), words);
  };

  // Words that are picked.

  const act = {
    // The first word takes the place of what stands in the field, further ones are put to it.
    word(word, extend) {
      if (!field) return tell("Select a field first.");
      if (taking() && !corner) {
        corner = word;
        return tell("Now pick the last word of the column.");
      }
      if (taking()) return takeColumn(spread(all, within(all, around([corner, word]))));
      const words = new Set(extend ? within(all, around([...wordsOf(field), word])) : taken.get(field));
      if (!extend && !words.delete(word)) words.add(word);
      act.words([...words]);
    },
    words(words) {
      if (!field) return tell("Select a field first.");
      if (taking()) return takeColumn(words);
      put(field, words);
      show();
      tell(`${labelOf(field)}: ${field.value || "empty"}`);
    },
    leave() {
      take(false);
      field?.focus();
    },
  };
  const all = pages ? showWords(pages, act) : [];

  // show lights the words of the current field, and tells which it is.
  const show = () => {
    for (const f of form.querySelectorAll(".current")) f.classList.remove("current");
    for (const rect of form.querySelectorAll(".word.taken")) {
      rect.classList.remove("taken");
      rect.setAttribute("aria-selected", "false");
    }
    field?.classList.add("current");
    for (const {rect} of field ? wordsOf(field) : []) {
      rect.classList.add("taken");
      rect.setAttribute("aria-selected", "true");
    }
    const row = rowOf(field);
    if (field) tools.querySelector(".at").textContent = labelOf(field);
    for (const name of ["pick", "clear"]) button(name).disabled = !field || name === "pick" && !all.length;
    for (const name of ["fill", "column", "add", "remove", "split"]) button(name).disabled = !row;
    button("join").disabled = !row?.nextElementSibling;
    button("undo").disabled = !history.length;
  };
  // reveal scrolls the pages, and nothing around them, until a word is to be seen.
  const reveal = word => {
    const frame = pages.getBoundingClientRect(), box = word.rect.getBoundingClientRect();
    if (box.top < frame.top || box.bottom > frame.bottom || box.left < frame.left || box.right > frame.right) {
      pages.scrollBy({top: box.top - frame.top - frame.height / 3, left: box.left - frame.left - frame.width / 3, behavior: "instant"});
    }
  };

  // Rows.

  const renumber = () => {
    for (const table of form.querySelectorAll("table")) {
      for (const [i, row] of [...table.tBodies[0].rows].entries()) {
        const head = row.querySelector("th button");
        head.textContent = i + 1;
        head.ariaLabel = `Row ${i + 1}: to the tools`;
        for (const f of row.querySelectorAll(fields)) f.ariaLabel = `${table.tHead.rows[0].cells[f.parentNode.cellIndex].textContent}, row ${i + 1}`;
      }
    }
    show();
  };
  // remember keeps the rows as they are, so that they can be had back.
  const remember = () => {
    const copies = [...form.querySelectorAll("tbody")].map(body => body.cloneNode(true));
    const at = [...form.querySelectorAll(fields)].indexOf(field);
    history.push(() => {
      for (const [i, body] of [...form.querySelectorAll("tbody")].entries()) body.replaceWith(copies[i]);
      field = form.querySelectorAll(fields)[at] ?? field;
    });
  };
  const addBelow = row => {
    if (form.querySelectorAll("tbody tr").length >= Number(form.dataset.most)) return undefined;
    const added = row.cloneNode(true);
    added.querySelector("[name='line.from']").value = -1;
    for (const f of added.querySelectorAll(fields)) set(f, "");
    row.after(added);
    return added;
  };

  // A column of words becomes one of cells. A line of words belongs to the row beside which
  // it stands, or beneath which, as second lines of an item do. One of a row that has its
  // line already gets a row of its own, but in a column of descriptions it is a further line.
  const takeColumn = words => {
    const key = field.dataset.key, found = new Map();
    const boxes = (row, page) => [...row.querySelectorAll(fields)].filter(f => f.dataset.key !== key && f.dataset.box).map(boxOf).filter(b => b.page === page);
    const rowFor = (line, last) => {
      const rows = rowsOf(rowOf(field));
      const beside = rows.filter(row => boxes(row, line.page).some(b => Math.min(b.y1, line.bottom) - Math.max(b.y0, line.top) > (line.bottom - line.top) / 2));
      const own = beside.find(row => !found.has(row)) ?? beside[0] ?? rows.findLast(row => boxes(row, line.page).some(b => b.y0 < line.middle));
      if (own && (!found.has(own) || key === "description")) return own;
      const after = own ?? last, next = rows[rows.indexOf(after) + 1];
      return next && !found.has(next) && ![...next.querySelectorAll(fields)].some(f => f.dataset.key !== key && f.dataset.box) ? next : addBelow(after ?? rows.at(-1));
    };
    remember();
    let last;
    for (const line of linesOf(words)) {
      last = rowFor(line, last);
      if (!last) break;
      found.set(last, [...found.get(last) ?? [], ...line.words]);
    }
    for (const [row, its] of found) put(cell(row, key), its);
    take(false);
    renumber();
    tell(last ? `${found.size} cells were taken.` : `There are more rows than the ${form.dataset.most} that can be corrected here.`);
    field.focus();
  };
  const taking = () => pages?.matches(".taking") ?? false;
  const take = on => {
    pages?.classList.toggle("taking", on);
    button("column").ariaPressed = String(on);
    corner = undefined;
  };

  // What the tools do with the current field or its row. They answer what they did.
  const doings = {
    pick() {
      const word = wordsOf(field)[0] ?? all[0];
      word.rect.focus({preventScroll: true});
      reveal(word);
    },
    clear() {
      set(field, "");
      return labelOf(field) + " is empty.";
    },
    fill() {
      remember();
      for (const row of rowsOf(rowOf(field))) {
        const f = cell(row, field.dataset.key);
        if (f !== field) set(f, field.value);
      }
      return "All rows have the same value.";
    },
    column() {
      take(!taking());
      return taking() ? "Drag over the column on the page, or pick its first and its last word." : "";
    },
    add() {
      remember();
      const added = addBelow(rowOf(field));
      if (!added) return `${form.dataset.most} rows are the most that can be corrected here.`;
      field = cell(added, field.dataset.key);
      return "A row is added.";
    },
    remove() {
      remember();
      const row = rowOf(field), beside = row.nextElementSibling ?? row.previousElementSibling ?? addBelow(row);
      field = cell(beside, field.dataset.key);
      row.remove();
      return "The row is removed.";
    },
    split() {
      const {value, selectionStart: at} = field, key = field.dataset.key;
      if (!value.slice(at).trim()) return "Place the cursor where the new row is to begin.";
      remember();
      const added = addBelow(rowOf(field));
      if (!added) return `${form.dataset.most} rows are the most that can be corrected here.`;
      set(field, value.slice(0, at).trim());
      field = cell(added, key);
      set(field, value.slice(at).trim());
      return "The row is split.";
    },
    join() {
      remember();
      const next = rowOf(field).nextElementSibling;
      for (const f of rowOf(field).querySelectorAll(fields)) {
        const from = cell(next, f.dataset.key), both = f.value && from.value && f.value !== from.value;
        if (!f.value) set(f, from.value, wordsOf(from));
        else if (both && f.dataset.key === "description") set(f, f.value + " " + from.value, [...wordsOf(f), ...wordsOf(from)]);
      }
      next.remove();
      return "The rows are joined.";
    },
    undo() {
      history.pop()();
      return "The change is undone.";
    },
  };

  // The keyboard.

  const keys = {
    ArrowUp: f => move(f, -1),
    ArrowDown: f => move(f, 1),
    Enter: f => move(f, 1) || f.matches("input"),
    Escape(f) {
      if (taking()) take(false);
      else if (f.value !== before.value) restore(f);
      show();
      return true;
    },
    F2() {
      if (all.length) doings.pick();
      return true;
    },
  };
  const move = (f, by) => {
    const row = rowOf(f), to = row && rowsOf(row)[rowsOf(row).indexOf(row) + by];
    if (to) cell(to, f.dataset.key).focus();
    return Boolean(to);
  };

  const start = () => {
    for (const row of form.querySelectorAll("tr.spare")) {
      if (row.parentNode.rows.length > 1) row.remove();
      else row.classList.remove("spare");
    }
    for (const number of form.querySelectorAll("tbody th span")) {
      const head = document.createElement("button");
      head.type = "button";
      number.replaceWith(head);
    }
    tools.hidden = false;
    field = form.querySelector("[aria-invalid], .doubtful") ?? form.querySelector(fields);
    renumber();
    tools.addEventListener("click", event => {
      const name = event.target.closest("[data-do]")?.dataset.do;
      if (!name) return;
      const told = doings[name]();
      if (told === undefined) return;
      renumber();
      tell(told);
      field?.focus();
    });
    tools.addEventListener("keydown", event => { if (event.key === "Escape") act.leave(); });
    form.addEventListener("focusin", event => {
      if (!event.target.matches(fields)) return;
      if (event.target !== field) take(false);
      field = event.target;
      if (before?.of !== field) before = {of: field, value: field.value, words: taken.get(field), page: field.dataset.page, box: field.dataset.box};
      show();
      if (wordsOf(field).length) reveal(wordsOf(field)[0]);
    });
    form.addEventListener("input", event => {
      if (!event.target.matches(fields)) return;
      settle(event.target);
      taken.delete(event.target);
    });
    form.addEventListener("keydown", event => {
      if (event.target.matches(fields) && !event.ctrlKey && !event.altKey && !event.metaKey && keys[event.key]?.(event.target)) event.preventDefault();
    });
    form.addEventListener("keypress", event => { // which would send the form
      if (event.key === "Enter" && event.target.matches("input")) event.preventDefault();
    });
    form.addEventListener("click", event => {
      const row = event.target.closest("tbody th button")?.closest("tr");
      if (!row) return;
      field = cell(row, rowOf(field)?.parentNode === row.parentNode ? field.dataset.key : "line_number");
      show();
      button("add").focus();
    });
  };
  start();
  form.querySelector("[aria-invalid]")?.focus();
}
