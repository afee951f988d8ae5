import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { rounds } from '../sample.ts';
import { seeded } from '../seeded.ts';
import { newHome, succeed } from './ktima.ts';
import { filesOf } from './sample-home.ts';

const shipped = readFileSync('data/costs.csv', 'utf8').trimEnd();
const prefixes = [...new Set(shipped.match(/^\d\d(?=,)/gm))];

/** The imported files: rates of other areas have other dates, so that the index changes them otherwise. */
const files = {
  rates: [
    shipped,
    ...prefixes.map((prefix, i) => `${prefix},basement,${400 + i}.5,2025-04-01,ours,,`),
    ...prefixes.map((prefix, i) => `${prefix},auxiliary,${300 + i},2024-01-01,ours,,`),
  ],
  depreciation: [
    'property_type,method,useful_life_years,residual_share',
    ...['apartment,ross,60,0.2', 'house,straight_line,70,0.15', 'maisonette,ross,80,0.2'],
  ],
  factors: [
    'kind,name,item,value,valid_from,source',
    ...['quality,finish,plain,0.85,2020-01-01,ours', 'quality,finish,luxury,1.375,2020-01-01,ours'],
    ...['addon,full,fees,10.1,2020-01-01,ours', 'addon,full,vat,24.2,2020-01-01,ours'],
  ],
  index: [
    'quarter,value,name,source',
    ...['2024-Q1,103.7,new,ours', '2024-Q2,104.9,new,ours'],
    ...['2025-Q2,109.3,new,ours', '2026-Q1,113.1,new,ours'],
  ],
};

test('Python recomputes enriched rows from their audit columns, to the cent', async t => {
  const home = newHome(t);
  const { file, put } = filesOf(home);
  const output = file('enriched.csv');
  const run = (...args: string[]) => succeed(home.env, args);
  const paths = Object.entries(files).map(([name, lines]) =>
    put(`${name}.csv`, `${lines.join('\n')}\n`),
  );
  await run('import', 'costs', ...paths.slice(0, 3));
  await run('import', 'costs', paths[3]!);
  const random = seeded(3_504);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const greek = (value: number) => value.toLocaleString('el', { maximumFractionDigits: 2 });
  const count = rounds(1_000, 200);
  const rows = Array.from({ length: count }, (_, i) => [
    i,
    `${pick(prefixes)}5 ${pick(['10', '31', '62'])}`,
    pick(['διαμέρισμα', 'μονοκατοικία', 'μεζονέτα']),
    greek(10 + random() * pick([90, 1_900])),
    1900 + Math.floor(random() * 125),
    greek(1_000 + random() * 900_000),
    pick(['', 'plain', 'luxury']),
    pick(['', greek(5 + random() * 90)]),
    pick(['', greek(5 + random() * 90)]),
  ]);
  const header =
    'Κωδικός;Τ.Κ.;Είδος ακινήτου;Εμβαδόν;Έτος κατασκευής;Ασφαλιζόμενο κεφάλαιο;' +
    'Ποιότητα κατασκευής;Εμβαδόν υπογείου;Εμβαδόν βοηθητικών χώρων';
  const input = put('book.csv', `${header}\n${rows.map(row => row.join(';')).join('\n')}\n`);
  const terms = ['--index', 'new', '--addons', 'full', '--valuation-date', '2024-05-15'];
  await run('enrich', input, '-o', output, '--threads', '1', '--no-parcel', ...terms);
  const script = 'test/commands/recompute-rows.py';
  const { stdout, stderr } = spawnSync('/usr/bin/python3', [script, output, ...paths], {
    encoding: 'utf8',
    env: { PYTHONIOENCODING: 'utf-8' },
  });
  assert.equal(stdout, `${count}\n`, stderr);
});
