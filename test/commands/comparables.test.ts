import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import test from 'node:test';
import { openSqliteStore } from '#storage/store/sqlite-store.ts';
import { ktimaHere, newHome } from './ktima.ts';

/** Greek letters have the same order in both, but for Ά. */
const inWindows1253 = (text: string) =>
  Uint8Array.from(text, letter => letter.charCodeAt(0) - (letter > '\u0370' ? 0x2d0 : 0));

test('comparables are imported, listed, checked and removed, all rows or none', async t => {
  const home = newHome(t);
  const file = `${home.folder}/sales.csv`;
  const run = (...args: string[]) => ktimaHere(home.env, ['import', 'comparables', file, ...args]);
  const read = async () => {
    const store = openSqliteStore(`${home.folder}/ktima.db`);
    const box = { west: 20, east: 28, south: 35, north: 41 };
    const rows = await store.comparablesIn(box, 'apartment', 99);
    await store.close();
    return rows;
  };
  // With other bytes: what ships stays sample data.
  const example = `${readFileSync('examples/comparables.csv', 'utf8')}\n`;
  writeFileSync(file, example);
  const good = await run('--licence', 'ours');
  assert.equal(good.code, 0, good.stderr + good.stdout);
  assert.match(good.stdout, /comparables, source sales\n {2}read {5}6 .*\n {2}kept {5}6 \(was 0\)/);
  assert.doesNotMatch(good.stdout, /columns ignored/);
  const [row] = await read();
  assert.deepEqual([row!.areaM2, row!.priceEur, row!.kind], [82.5, 148_500, 'sold']);
  assert.match((await ktimaHere(home.env, ['status'])).stdout, /comparables +sales +6 .* ours\n/);
  assert.equal((await ktimaHere(home.env, ['check'])).code, 0);

  const greek = [
    'Είδος ακινήτου;Εμβαδόν (τ.μ.);Τιμή;Ημερομηνία;Διεύθυνση;Ιδιοκτήτης',
    'Διαμέρισμα;70,5;141.000;15/1/2026;Βασιλίσσης Σοφίας 24, Αθήνα;Μαρία',
    'Διαμέρισμα;60;90.000;16/1/2026;Ανύπαρκτη 7, Πουθενά;Ελένη',
  ];
  writeFileSync(file, inWindows1253(greek.join('\r\n')));
  const bad = await run('--kind', 'asking');
  assert.equal(bad.code, 1);
  assert.match(bad.stdout, /1 × address: expected an address that is found with certainty/);
  assert.match(bad.stdout, /columns with personal data are not taken\n .*Ιδιοκτήτης/);
  assert.doesNotMatch(bad.stdout, /Μαρία|Ελένη/);
  assert.equal((await read()).length, 5, 'nothing was changed');
  const most = await run('--kind', 'asking', '--max-refused', '50');
  assert.equal(most.code, 0, most.stdout);
  const [found] = await read();
  assert.deepEqual([found!.areaM2, found!.priceEur, found!.kind], [70.5, 141_000, 'asking']);
  assert.ok(found!.accuracyMetres > 0 && found!.accuracyMetres <= 1_000);

  const removed = await ktimaHere(home.env, ['remove', 'comparables', '--source', 'sales']);
  assert.match(removed.stdout, /comparables, source sales: 1 row removed/);
  assert.deepEqual(await read(), []);
});
