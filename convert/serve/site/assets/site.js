// What pages do better with script. They do all of it without, but for dropping
// a file.
"use strict";

// Copy buttons stand beside what is to be copied.
if (navigator.clipboard) {
  for (const box of document.querySelectorAll("[data-copy]")) {
    const button = document.createElement("button");
    const said = document.createElement("span");
    button.type = "button";
    button.className = "quiet copy";
    button.textContent = "Copy";
    said.className = "said";
    said.setAttribute("role", "status");
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(box.textContent);
        said.textContent = "Copied.";
      } catch {
        said.textContent = "The browser does not allow copying; select the text instead.";
      }
    });
    box.after(button, said);
  }
}

// A file that is dropped is chosen and sent, wherever on the page: a browser would
// leave the page to show one that misses the zone.
const zone = document.querySelector("[data-drop]");
if (zone) {
  const input = zone.querySelector("input[type=file]");
  const over = on => zone.classList.toggle("over", on);
  addEventListener("dragover", event => { event.preventDefault(); over(true); });
  addEventListener("dragleave", () => over(false));
  addEventListener("drop", event => {
    event.preventDefault();
    over(false);
    if (event.dataTransfer.files.length !== 1) {
      zone.querySelector("[role=status]").textContent = "Drop one document at a time.";
      return;
    }
    input.files = event.dataTransfer.files;
    input.form.requestSubmit();
  });
}

// What takes a while says so, and is sent once.
for (const form of document.querySelectorAll("form[data-busy]")) {
  const buttons = form.querySelectorAll("button[type=submit]");
  const said = form.querySelector(".said");
  const file = form.querySelector("input[data-most]");
  form.addEventListener("submit", event => {
    if (file && file.files[0]?.size > Number(file.dataset.most)) { // which would be sent for nothing
      event.preventDefault();
      said.textContent = file.dataset.over;
      return;
    }
    if (buttons[0].getAttribute("aria-disabled") === "true") {
      event.preventDefault();
      return;
    }
    for (const button of buttons) button.setAttribute("aria-disabled", "true");
    said.textContent = form.dataset.busy;
  });
  addEventListener("pageshow", () => { // also when the browser goes back to it
    for (const button of buttons) button.removeAttribute("aria-disabled");
    said.textContent = "";
  });
}
