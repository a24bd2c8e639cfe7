// Where the client begins: speak the reader's language, then show the page of the address.
import { mount } from "svelte";
import App from "./shell/App.svelte";
import "./kit/tokens.css";
import "./shell/app.css";
import { settings } from "./shell/settings.svelte";
import { speak } from "./words/words.svelte";

await speak(settings.language);
mount(App, { target: document.getElementById("app")! });

// What is only needed when the server is away must not delay the first page.
if ("serviceWorker" in navigator && import.meta.env.PROD)
  setTimeout(() => void navigator.serviceWorker.register("/sw.js").catch(() => {}), 1000);
