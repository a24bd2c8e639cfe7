// How the client is built: into the Python package, one chunk for each page, game and language.
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [svelte()],
  base: "/",
  resolve: process.env.VITEST ? { conditions: ["browser"] } : undefined,
  build: {
    outDir: process.env.KOSMOPORT_PAGES ?? "../src/kosmoport/server/client",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the content security policy takes nothing inline
    modulePreload: { polyfill: false },
    manifest: true, // the budget test reads it
    rolldownOptions: { checks: { pluginTimings: false } }, // how long a build took on a busy machine is no warning
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8400", ws: true } } },
  test: { include: ["src/**/*.test.ts"] },
});
