// Which page this is: the lobby or a table.

import { showLobby } from "/pages/lobby.js";
import { TablePage } from "/pages/table.js";

const main = document.getElementById("main");
const line = document.getElementById("line");
const table = location.pathname.match(/^\/t\/([^/]+)$/)?.[1];

try {
  if (table) await new TablePage(main, line, table).open();
  else await showLobby(main, line);
} catch (error) {
  line.textContent = error.message;
}
