import { defineConfig } from 'vite';

// With what they import; a module is in the first group that has it.
const groups = [
  { name: 'first', tags: ['$initial' as const] },
  {
    name: 'property',
    test: /src.(tools.(form|developers)|property.(location|parcel)|shell.found)/,
  },
  { name: 'map-tools', test: /src.property.(map.(?!draw|style)|map.draw.circle|places.[kio])/ },
  { name: 'map', test: /src.property.map./ },
  { name: 'saved', test: /src.pages.properties./ },
];

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
    // On a slow line each request costs a round trip: what is opened together is one file.
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
});

// biome-ignore lint/style/noDefaultExport: Vite reads the configuration from there.
export default config;
