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
  const cellOf = element => element.closest("td, dd");

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
    const covered = frame.querySelector(".told:not([hidden]), thead")?.offsetHeight ?? 0; // at the top
    const by = (low, high, from, to) => low >= from && high <= to ? 0 : (low + high - from - to) / 2;
    const left = by(e.left, e.right, f.left, f.right), top = by(e.top, e.bottom, f.top + covered, f.bottom);
    if (left || top) frame.scrollBy({left, top, behavior: still.matches ? "instant" : "smooth"});
  };

  const tell = (section, box, cell) => {
    const told = section.querySelector(".told");
    if (!told) return; // there are no pages
    told.hidden = false;
    const title = box?.querySelector("title").textContent ?? cell?.textContent;
    const origin = cell?.querySelector("[title]")?.title;
    told.textContent = title ? title + (origin ? " (" + origin + ")" : "") : told.dataset.idle;
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
    if (section) show(section, event.target.closest(".box, td, dd") ?? focused(section), event.pointerType === "mouse");
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
  // Arrow keys go from value to value.
  const steps = {ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0]};
  document.addEventListener("keydown", event => {
    const step = steps[event.key], cell = event.target.closest?.(".inspect td");
    if (!step || !cell || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const rows = cell.closest("tbody").rows;
    let y = cell.parentElement.sectionRowIndex, x = cell.cellIndex;
    for (;;) {
      y += step[0];
      x += step[1];
      const next = rows[y]?.cells[x];
      if (!next) return;
      const link = next.querySelector("a");
      if (!link) continue;
      event.preventDefault();
      link.focus({preventScroll: true});
      reveal(next);
      return;
    }
  });
  for (const section of document.querySelectorAll(".inspect")) tell(section);
}
