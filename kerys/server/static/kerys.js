// Picking pieces on the board, and keys. Everything here presses links and buttons that are on the
// page anyway: without this script they are pressed by hand.
"use strict";

const options = () => [...document.querySelectorAll("a[data-pick]")];

// A spot on the board stands for the option of the same name, or for a word of several options.
function optionFor(name) {
  const found = options();
  return found.find((one) => one.dataset.pick === name) || null;
}

// A spot that no single option stands for is picked through the address of the table itself.
function pick(name) {
  const option = optionFor(name);
  if (option) {
    option.click();
    return;
  }
  const table = document.getElementById("table");
  const address = new URL(table.getAttribute("hx-get"), location.href);
  address.searchParams.append("pick", name);
  htmx.ajax("GET", address.pathname + address.search, { target: "#table", swap: "morph:outerHTML" });
}

function spotAt(event) {
  const spot = event.target.closest && event.target.closest("svg [data-name]");
  return spot && document.getElementById("question") && options().length ? spot : null;
}

document.addEventListener("click", (event) => {
  const spot = spotAt(event);
  if (spot) pick(spot.dataset.name);
  if (event.target.matches && event.target.matches("[data-copy]")) event.target.select();
});

// 1-9 press the options of the first group that is still open, Enter confirms.
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches("input, select, textarea, button, a, summary")) return;
  const confirm = document.getElementById("confirm");
  if (event.key === "Enter" && confirm) {
    event.preventDefault();
    confirm.click();
    return;
  }
  if (!/^[1-9]$/.test(event.key)) return;
  const groups = [...document.querySelectorAll(".options")];
  const open = groups.find((one) => !one.querySelector(".picked")) || groups[0];
  const option = open && open.querySelectorAll("a[data-pick]")[Number(event.key) - 1];
  if (option) {
    event.preventDefault();
    option.click();
  }
});

// What people opened stays open when the table changes around it; the title tells whose turn it is.
document.addEventListener("htmx:afterSwap", () => {
  const table = document.getElementById("table");
  if (table && table.dataset.title) document.title = table.dataset.title;
});

Idiomorph.defaults.ignoreActiveValue = true;
Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, node) =>
  !(name === "open" && node.tagName === "DETAILS");
