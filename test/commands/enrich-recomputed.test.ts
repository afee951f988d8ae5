import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import test from 'node:test';
import { seeded } from '../seeded.ts';
import { ktimaHere, newHome } from './ktima.ts';

test('Python recomputes 1,000 enriched rows from their audit columns, to the cent', async t => {
  const home = newHome(t);
  const [input, output] = [`${home.folder}/book.csv`, `${home.folder}/enriched.csv`];
  const run = async (...args: string[]) => {
    const { code, stderr } = await ktimaHere(home.env, args);
    assert.equal(code, 0, stderr);
  };
  await run('import', 'costs', 'data/costs.csv');
  await run('import', 'costs', 'data/depreciation.csv');
  const random = seeded(3_504);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const prefixes = [...new Set(readFileSync('data/costs.csv', 'utf8').match(/^\d\d(?=,)/gm))];
  const greek = (value: number) => value.toLocaleString('el', { maximumFractionDigits: 2 });
  const rows = Array.from({ length: 1_000 }, (_, i) => [
    i,
    `${pick(prefixes)}5 ${pick(['10', '31', '62'])}`,
    pick(['διαμέρισμα', 'μονοκατοικία', 'μεζονέτα']),
    greek(10 + random() * pick([90, 1_900])),
    1900 + Math.floor(random() * 126),
    greek(1_000 + random() * 900_000),
  ]);
  const header = 'Κωδικός;Τ.Κ.;Είδος ακινήτου;Εμβαδόν;Έτος κατασκευής;Ασφαλιζόμενο κεφάλαιο';
  writeFileSync(input, `${header}\n${rows.map(row => row.join(';')).join('\n')}\n`);
  await run('enrich', input, '-o', output, '--threads', '1', '--no-parcel');
  const script = 'test/commands/recompute-rows.py';
  const { stdout, stderr } = spawnSync(
    '/usr/bin/python3',
    [script, output, 'data/costs.csv', 'data/depreciation.csv'],
    { encoding: 'utf8', env: { PYTHONIOENCODING: 'utf-8' } },
  );
  assert.equal(stdout, '1000\n', stderr);
});
