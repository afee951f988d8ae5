import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { openSqliteStore } from '#storage/store/sqlite-store.ts';
import { textEncoding } from '#tools/files/text-encoder.ts';
import { ktimaHere, newHome, succeed } from './ktima.ts';
import { filesOf } from './sample-home.ts';

test('comparables are imported, listed, checked and removed, all rows or none', async t => {
  const home = newHome(t);
  const { file, put } = filesOf(home);
  const load = ['import', 'comparables', file('sales.csv')];
  const read = async () => {
    const store = openSqliteStore(file('ktima.db'));
    const box = { west: 20, east: 28, south: 35, north: 41 };
    const rows = await store.comparablesIn(box, 'apartment', 99);
    await store.close();
    return rows;
  };
  // With other bytes: what ships stays sample data.
  put('sales.csv', `${readFileSync('examples/comparables.csv', 'utf8')}\n`);
  const good = await succeed(home.env, [...load, '--licence', 'ours']);
  assert.match(good, /comparables, source sales\n {2}read {5}6 .*\n {2}kept {5}6 \(was 0\)/);
  assert.doesNotMatch(good, /columns ignored/);
  const [row] = await read();
  assert.deepEqual([row!.areaM2, row!.priceEur, row!.kind], [82.5, 148_500, 'sold']);
  assert.match(await succeed(home.env, ['status']), /comparables +sales +6 .* ours\n/);
  await succeed(home.env, ['check']);

  const greek = [
    'Είδος ακινήτου;Εμβαδόν (τ.μ.);Τιμή;Ημερομηνία;Διεύθυνση;Ιδιοκτήτης',
    'Διαμέρισμα;70,5;141.000;15/1/2026;Βασιλίσσης Σοφίας 24, Αθήνα;Μαρία',
    'Διαμέρισμα;60;90.000;16/1/2026;Ανύπαρκτη 7, Πουθενά;Ελένη',
  ];
  put('sales.csv', textEncoding('windows-1253').encode(greek.join('\r\n')));
  const bad = await ktimaHere(home.env, [...load, '--kind', 'asking']);
  assert.equal(bad.code, 1);
  assert.match(bad.stdout, /1 × address: expected an address that is found with certainty/);
  assert.match(bad.stdout, /columns with personal data are not taken\n .*Ιδιοκτήτης/);
  assert.doesNotMatch(bad.stdout, /Μαρία|Ελένη/);
  assert.equal((await read()).length, 5, 'nothing was changed');
  await succeed(home.env, [...load, '--kind', 'asking', '--max-refused', '50']);
  const [found] = await read();
  assert.deepEqual([found!.areaM2, found!.priceEur, found!.kind], [70.5, 141_000, 'asking']);
  assert.ok(found!.accuracyMetres > 0 && found!.accuracyMetres <= 1_000);

  const removed = await succeed(home.env, ['remove', 'comparables', '--source', 'sales']);
  assert.match(removed, /comparables, source sales: 1 row removed/);
  assert.deepEqual(await read(), []);
});
