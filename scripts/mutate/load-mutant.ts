/**
 * Imported before a test file. Loads one file of the sources with a change (`MUTANT`), and lists the
 * files that the test loads (`MUTANT_LOADED`).
 */
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Mutant } from './mutants.ts';

const { MUTANT, MUTANT_LOADED } = process.env;
const mutant: Mutant | undefined = MUTANT ? JSON.parse(MUTANT) : undefined;

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.includes('/src/')) return loaded;
    const file = fileURLToPath(url);
    if (MUTANT_LOADED) appendFileSync(MUTANT_LOADED, `${file}\n`);
    if (!mutant || !file.endsWith(`/${mutant.file}`)) return loaded;
    const text = String(loaded.source && Buffer.from(loaded.source as Buffer));
    return {
      ...loaded,
      source: text.slice(0, mutant.start) + mutant.changed + text.slice(mutant.end),
    };
  },
});
