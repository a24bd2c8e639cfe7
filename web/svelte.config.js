// Svelte in runes mode everywhere; styles go to files, as the content security policy asks.
import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

export default {
  preprocess: vitePreprocess({ script: true }),
  compilerOptions: { runes: true, css: "external" },
};
