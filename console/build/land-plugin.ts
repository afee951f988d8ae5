import type { Plugin } from 'vite';
import { readLand } from './land.ts';

/** Gives the console the module `virtual:land`: the map's background, made when it is built. */
export function land(): Plugin {
  const id = '\0virtual:land';
  return {
    name: 'ktima-land',
    resolveId: source => (source === 'virtual:land' ? id : undefined),
    // A parsed text is quicker to load than the same as an object literal.
    load: source =>
      source === id
        ? `export const land = JSON.parse(${JSON.stringify(JSON.stringify(readLand()))});`
        : undefined,
  };
}
