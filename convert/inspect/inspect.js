"use strict";
// Lights the box of the value under the pointer or the focus, and the values of
// the box under the pointer.
for (const section of document.querySelectorAll(".inspect")) {
  const linkOf = cell => cell?.querySelector("a[href^='#b-']");
  const light = id => {
    for (const lit of section.querySelectorAll(".lit")) lit.classList.remove("lit");
    const box = id && document.getElementById(id);
    if (!box) return;
    box.classList.add("lit");
    for (const link of section.querySelectorAll("a[href^='#b-']")) {
      if (decodeURIComponent(link.hash.slice(1)) === id) link.closest("td, dd").classList.add("lit");
    }
    return box;
  };
  const at = target => {
    const box = target.closest?.(".box");
    if (box) return light(box.id);
    const link = linkOf(target.closest?.("td, dd"));
    const lit = light(link ? decodeURIComponent(link.hash.slice(1)) : "");
    lit?.scrollIntoView({block: "nearest", inline: "nearest"});
  };
  section.addEventListener("pointerover", event => at(event.target));
  section.addEventListener("pointerleave", () => at(document.activeElement));
  section.addEventListener("focusin", event => at(event.target));
  section.addEventListener("focusout", () => light(""));
}
