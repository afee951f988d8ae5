import assert from 'node:assert/strict';
import test from 'node:test';
import { readOutputName } from '#features/portfolio/output/output-formats.ts';
import { requestOf } from '#features/portfolio/read-options.ts';
import { runEnrich } from '#features/portfolio/run.ts';
import { newTally } from '#features/portfolio/summary/tally.ts';
import { temporaryFolder } from '../temporary-folder.ts';

test('a run that met two versions of the data says so', async t => {
  const { path, put } = temporaryFolder(t);
  put('book.csv', 'address\nΕρμού 7\n');
  const notesOf = async (versions: readonly string[]) => {
    const left = [...versions];
    const output = `${path}/result.ndjson`;
    const request = {
      ...requestOf({}, `${path}/book.csv`, output),
      ...readOutputName(output, undefined),
      ...{ map: [], force: true, threads: 1 },
    };
    const { notes } = await runEnrich(request, {
      sources: async () => [],
      dataVersion: async () => left.shift()!,
      start: () => ({
        run: async () => ({ text: '{}', tally: newTally(), amounts: [], kept: [] }),
        close: async () => {},
      }),
      stdin: (async function* () {})(),
      writeStandardOutput: async () => {},
      clock: () => new Date('2026-06-15T09:00:00Z'),
      gazetteer: {
        postalCodes: () => new Set(),
        streetSounds: () => new Set(),
        townStems: () => new Set(),
      },
      progress: () => {},
    });
    return notes.filter(note => note.startsWith('other data were loaded'));
  };
  assert.equal((await notesOf(['1-a r', '2-b s'])).length, 1);
  assert.equal((await notesOf(['1-a r', '1-a r'])).length, 0);
});
