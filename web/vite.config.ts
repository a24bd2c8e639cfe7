// How the client is built: into the Python package, one chunk for each page, game and language.
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { withBreakpoints } from "./src/kit/breakpoints.ts";

/**
 * What pages share comes in two files instead of thirty small ones, each of which costs a phone another way to the
 * server: what every page needs, and what every table needs.
 */
const TOGETHER = [
  { name: "frame", test: /src\/shell\/App\.svelte/, priority: 2 },
  { name: "table", test: /src\/table\/PlayTable\.svelte/, priority: 1 },
];

const breakpoints: Plugin = {
  name: "breakpoints",
  enforce: "pre",
  transform: (code, id) => (/\.(svelte|css)$/.test(id) ? withBreakpoints(code) : null),
};

export default defineConfig({
  plugins: [breakpoints, svelte()],
  base: "/",
  resolve: process.env.VITEST ? { conditions: ["browser"] } : undefined,
  build: {
    outDir: process.env.KOSMOPORT_PAGES ?? "../src/kosmoport/server/client",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the content security policy takes nothing inline
    modulePreload: { polyfill: false },
    manifest: true, // the budget test reads it
    rolldownOptions: {
      checks: { pluginTimings: false }, // how long a build took on a busy machine is no warning
      output: { codeSplitting: { groups: TOGETHER } },
    },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8400", ws: true } } },
  // tests/web/test_folding.py writes moments of real games and has them folded
  test: { include: [process.env.VITE_MOMENTS ? "src/games/folding.ts" : "src/**/*.test.ts"] },
});
