// The words on pictures of pages, from which values are picked: by clicking, by dragging
// over them, and by keyboard.
"use strict";

// linesOf parts words into lines, from the top of the first page on: of each its page, its
// top and bottom, and its words in reading order.
const linesOf = words => {
  const lines = [];
  const middle = w => w.y + w.h / 2;
  for (const w of [...words].sort((a, b) => a.page - b.page || middle(a) - middle(b))) {
    const line = lines.at(-1);
    if (line && line.page === w.page && middle(w) < line.middle + Math.max(line.words[0].h, w.h) * .4) {
      line.words.push(w);
      line.top = Math.min(line.top, w.y);
      line.bottom = Math.max(line.bottom, w.y + w.h);
    } else {
      lines.push({page: w.page, middle: middle(w), top: w.y, bottom: w.y + w.h, words: [w]});
    }
  }
  for (const line of lines) {
    const leftward = line.words.some(w => /[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(w.text));
    line.words.sort((a, b) => leftward ? b.x - a.x : a.x - b.x);
  }
  return lines;
};

// within gives those of some words whose middle lies in a box.
const within = (words, box) => words.filter(w => w.page === box.page &&
  w.x + w.w / 2 >= box.x0 && w.x + w.w / 2 <= box.x1 && w.y + w.h / 2 >= box.y0 && w.y + w.h / 2 <= box.y1);

// around is the box around words, on the page of the first.
const around = words => {
  const on = words.filter(w => w.page === words[0].page);
  return {
    page: on[0].page, x0: Math.min(...on.map(w => w.x)), y0: Math.min(...on.map(w => w.y)),
    x1: Math.max(...on.map(w => w.x + w.w)), y1: Math.max(...on.map(w => w.y + w.h)),
  };
};

// spread gives words with those that follow them, or stand before them, in the same text of
// a line: closer than letters are high.
const spread = (all, words) => {
  const has = new Set(words);
  for (const {words: line} of linesOf(all.filter(w => words.some(of => of.page === w.page)))) {
    const close = (a, b) => Math.max(a.x, b.x) - Math.min(a.x + a.w, b.x + b.w) < Math.min(a.h, b.h);
    const grow = of => { for (const [i, w] of of.entries()) if (i && has.has(of[i - 1]) && close(of[i - 1], w)) has.add(w); };
    grow(line);
    grow(line.toReversed());
  }
  return [...has];
};

// showWords puts the words on the pictures in an element, and tells what is done there:
// act.word(word, extend) of a word that is clicked or entered, act.words(words) of those
// that were dragged over, act.leave() of the Escape key. It gives all words, in reading
// order.
const showWords = (pages, act) => {
  const make = (name, attributes, into) => {
    const e = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
    into.append(e);
    return e;
  };
  const all = [], ofRect = new Map();
  for (const svg of pages.querySelectorAll("svg")) {
    const page = Number(svg.dataset.page);
    const words = JSON.parse(svg.dataset.words).map(([x, y, w, h, text, number, date]) => ({page, x, y, w, h, text, number, date}));
    if (!words.length) continue;
    const list = make("g", {role: "listbox", "aria-label": "Words of page " + page, "aria-multiselectable": "true"}, svg);
    for (const word of linesOf(words).flatMap(line => line.words)) {
      word.at = all.push(word) - 1;
      word.rect = make("rect", {
        class: "word", x: word.x - 1, y: word.y - 1, width: word.w + 2, height: word.h + 2,
        role: "option", "aria-label": word.text, "aria-selected": "false", tabindex: -1,
      }, list);
      ofRect.set(word.rect, word);
    }
    list.firstChild.setAttribute("tabindex", 0);
  }

  // A page is one stop of the Tab key: the word where the focus was. Arrow keys go to words
  // beside it, above and below, also over the ends of pages.
  const beside = (word, key) => {
    const step = {ArrowLeft: -1, ArrowRight: 1}[key];
    if (step) return all[word.at + step];
    const down = {ArrowUp: -1, ArrowDown: 1}[key];
    if (!down) return undefined;
    const far = w => ((w.page - word.page) * 1e5 + w.y + w.h / 2 - word.y - word.h / 2) * down; // down or up
    const off = w => far(w) + 2 * Math.max(0, Math.max(w.x, word.x) - Math.min(w.x + w.w, word.x + word.w));
    return all.filter(w => far(w) > word.h / 2).reduce((best, w) => best && off(best) <= off(w) ? best : w, undefined);
  };
  pages.addEventListener("focusin", event => {
    if (!ofRect.has(event.target)) return;
    for (const e of event.target.parentNode.children) e.setAttribute("tabindex", e === event.target ? 0 : -1);
  });
  pages.addEventListener("keydown", event => {
    const word = ofRect.get(event.target);
    if (!word || event.ctrlKey || event.altKey || event.metaKey) return;
    const next = beside(word, event.key);
    if (next) next.rect.focus();
    else if (event.key === "Enter" || event.key === " ") act.word(word, event.shiftKey);
    else if (event.key === "Escape") act.leave();
    else if (!event.key.startsWith("Arrow")) return;
    event.preventDefault();
  });

  // Dragging draws a band; where the pointer hardly moved it was a click. The field keeps
  // the focus. Fingers scroll, but where a column is being taken.
  let from, band, dragged;
  const place = (svg, event) => new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  const boxTo = (svg, event) => {
    const to = place(svg, event);
    return {
      page: Number(svg.dataset.page), x0: Math.min(from.x, to.x), y0: Math.min(from.y, to.y),
      x1: Math.max(from.x, to.x), y1: Math.max(from.y, to.y),
    };
  };
  const end = () => {
    band?.remove();
    from = band = undefined;
  };
  for (const svg of pages.querySelectorAll("svg")) {
    svg.addEventListener("mousedown", event => event.preventDefault());
    svg.addEventListener("pointerdown", event => {
      dragged = false;
      if (event.button !== 0 || event.pointerType === "touch" && !pages.matches(".taking")) return;
      const {x, y} = place(svg, event);
      from = {x, y, clientX: event.clientX, clientY: event.clientY};
      svg.setPointerCapture(event.pointerId);
    });
    svg.addEventListener("pointermove", event => {
      if (!from || !band && Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) < 4) return;
      band ??= make("rect", {class: "band"}, svg);
      const box = boxTo(svg, event);
      for (const [key, value] of [["x", box.x0], ["y", box.y0], ["width", box.x1 - box.x0], ["height", box.y1 - box.y0]]) band.setAttribute(key, value);
    });
    svg.addEventListener("pointerup", event => {
      dragged = Boolean(band);
      const words = band ? within(all, boxTo(svg, event)) : [];
      end();
      if (words.length) act.words(words);
    });
    svg.addEventListener("pointercancel", end);
    svg.addEventListener("click", event => {
      const word = ofRect.get(event.target) ?? ofRect.get(document.elementFromPoint(event.clientX, event.clientY));
      if (word && !dragged) act.word(word, event.shiftKey);
      dragged = false;
    });
  }
  return all;
};
