import { defineConfig } from 'vite';

/** The console's build, which build/build.ts runs. What it makes is served at the root of the main API. */
const config = defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'es2022',
    // A strict Content-Security-Policy: nothing inline, also no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The map's library is large by nature and loads by itself; a test holds its compressed size.
    chunkSizeWarningLimit: 2_000,
  },
});

// biome-ignore lint/style/noDefaultExport: Vite reads the configuration from there.
export default config;
