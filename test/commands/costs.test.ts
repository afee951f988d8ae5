import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { textEncoding } from '#tools/files/text-encoder.ts';
import { assertHas, casesIn } from '../cases.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { ktimaHere, newHome, succeed } from './ktima.ts';

const [home, other] = [newHome(test), newHome(test)];
const { path, put } = temporaryFolder();
/** The examples as an operator's own: some of them are sample data as they ship. */
const examples = join(home.folder, 'examples/');
mkdirSync(examples);
for (const name of readdirSync('examples/costs')) {
  writeFileSync(examples + name, `${readFileSync(`examples/costs/${name}`, 'utf8')}\n`);
}

const run = (env: typeof home.env, ...args: string[]) => succeed(env, args);

const rates = (year: number, rate: number) =>
  put(
    `rates-${year}.csv`,
    'postal_prefix,municipality,property_type,rate_eur_m2,valid_from,source,includes,note\n' +
      `10,,Διαμέρισμα,${rate},${year}-01-01,actuaries,works;fees,"turnkey, without lift"\n` +
      `10563,,Κατάστημα,${rate + 100},${year}-01-01,actuaries,,\n` +
      `,Δήμος Αθηναίων,Γραφείο,${rate + 200},${year}-01-01,actuaries,,\n`,
  );

test('what was imported is exported, and imports again as the same', async () => {
  await run(home.env, 'import', 'costs', rates(2026, 1000), '--source', 'actuaries');
  for (const file of readdirSync(examples)) {
    assert.match(await run(home.env, 'import', 'costs', examples + file), /refused {2}0\n/, file);
  }
  await run(home.env, 'export', 'costs', '-o', `${path}/all.csv`);
  const all = readFileSync(`${path}/all.csv`, 'utf8');
  assert.equal(
    all.split('\n', 1)[0],
    'postal_prefix,municipality,kind,name,item,quarter,type_word,property_type,rate_eur_m2,value,base,in_as_is,valid_from,source,includes,note',
  );
  await run(other.env, 'import', 'costs', `${path}/all.csv`);
  await run(other.env, 'export', 'costs', '-o', `${path}/again.csv`);
  assert.equal(readFileSync(`${path}/again.csv`, 'utf8'), all);
  await run(home.env, 'export', 'costs', '-o', `${path}/own.csv`, '--source', 'actuaries');
  assert.deepEqual(readFileSync(`${path}/own.csv`, 'utf8').split('\n').slice(0, 4), [
    'postal_prefix,municipality,property_type,rate_eur_m2,valid_from,source,includes,note',
    '10,,apartment,1000,2026-01-01,actuaries,works;fees,"turnkey, without lift"',
    '10563,,shop,1100,2026-01-01,actuaries,,',
    ',Αθηναίων,office,1200,2026-01-01,actuaries,,',
  ]);
});

test('status names the dataset and the versions that were replaced; remove removes them too', async () => {
  const state = async () => JSON.parse(await run(home.env, 'status', '--json'));
  const before = await state();
  await run(home.env, 'import', 'costs', rates(2027, 1300), '--source', 'actuaries');
  const later = await state();
  assert.notEqual(later.cost_dataset, before.cost_dataset);
  const replaced = later.replaced_costs.map(({ source }: { source: string }) => source);
  assert.deepEqual(replaced, ['actuaries']);
  const text = await run(home.env, 'status');
  assert.match(text, /costs: dataset 2\d{3}-\S+Z-[0-9a-f]{12}\n/);
  assert.match(text, /costs: kept actuaries [0-9a-f]{12}, loaded .*, replaced /);
  await run(home.env, 'import', 'costs', rates(2027, 1300), '--source', 'actuaries');
  assert.equal((await state()).replaced_costs.length, 1, 'the same file is no new version');
  await run(home.env, 'remove', 'costs', '--source', 'actuaries');
  assert.deepEqual((await state()).replaced_costs, []);
});

test('rates with Greek headings are read in one run, and the report names the columns', async () => {
  // As Excel saves it in Greek.
  const { encode } = textEncoding('windows-1253');
  const rows = '105 63;Διαμέρισμα;1.520,50;1/2/2026\r\n38;Γραφείο;980,5;1/2/2026\r\n';
  const file = put('costs.csv', encode(`Τ.Κ.;Είδος;€/τ.μ.;Από\r\n${rows}`));
  assert.match(
    await run(other.env, 'import', 'costs', file, '--source', 'own', '--dry-run'),
    /^costs, source own\n {2}columns {2}postal_prefix=Τ\.Κ\., property_type=Είδος, rate_eur_m2=€\/τ\.μ\., valid_from=Από\n {2}read .*\n {2}usable {3}2,/,
  );
});

test('all missing columns are named at once, and --set has their values', async () => {
  const file = put('short.csv', 'Είδος;€/τ.μ.\nΔιαμέρισμα;1200\n');
  assert.match(
    (await ktimaHere(other.env, ['import', 'costs', file])).stdout,
    /1 × postal_prefix, valid_from, source: expected columns of these names, --map FIELD=COLUMN, or --set FIELD=VALUE for one value in all rows\n/,
  );
  const args = ['import', 'costs', file, '--source', 'own', '--dry-run'];
  const given = ['--set', 'postal_prefix=10', '--set', 'valid_from=2026-01-01'];
  assert.match(await run(other.env, ...args, ...given), /usable {3}1,/);
  const { stderr } = await ktimaHere(other.env, [...args, '--set', 'from=2026-01-01']);
  assert.match(stderr, /--set from=2026-01-01: expected FIELD=VALUE, the field being one of/);
});

test('a bad row of each kind is refused and named', async () => {
  const tables = {
    'kind,name,item,value,property_type,valid_from,source': `
      discount,a,b,1,,2026-01-01,x           | kind: expected one of addon, age_band, condition, quality
      addon,a,fees,500,,2026-01-01,x         | value: expected a number from 0 to 300
      age_band,a,1-5,0.9,,2026-01-01,x       | item: expected the first age of the band in whole years
      age_band,a,1,90,,2026-01-01,x          | value: expected a number from 0 to 1
      insurance,a,least,1,,2026-01-01,x      | item: expected one of least_eur_m2, least_ratio
      quality,,fine,1,,2026-01-01,x          | name: expected a text
      quality,a,fine,1,castle,2026-01-01,x   | property_type: expected one of apartment`,
    'postal_prefix,municipality,property_type,rate_eur_m2,valid_from,source,includes': `
      ,Ατλαντίδος,house,1000,2026-01-01,x,   | municipality: expected the name of a municipality
      10,Αθηναίων,house,1000,2026-01-01,x,   | postal_prefix: expected nothing beside municipality
      10,,house,1000,2026-01-01,x,paint      | includes: expected words of works, fees, permits
      105633,,house,1000,2026-01-01,x,       | postal_prefix: expected two digits, or up to five, or * for the whole country`,
    'quarter,value,name,source': '2025-05,1,a,b | quarter: expected a quarter such as 2025-Q2',
  };
  for (const [header, table] of Object.entries(tables)) {
    for (const [row, message] of casesIn(table)) {
      const file = put('bad.csv', `${header}\n${row}\n`);
      const { stdout, code } = await ktimaHere(other.env, ['import', 'costs', file, '--dry-run']);
      assert.equal(code, 1, row);
      assertHas(stdout, message, row);
    }
  }
});

test('enrich refuses terms that are not loaded before it writes anything', async () => {
  const book = put('book.csv', 'address;type;area\nΕρμού 15, Αθήνα;house;100\n');
  const output = `${path}/enriched.csv`;
  for (const [options, message] of casesIn(`
    --addons x                    | --addons: expected one of reinstatement
    --index x                     | --index: expected one of new dwellings
    --ageing x                    | --ageing: expected one of ross, straight_line, objective_values
    --valuation-date 2999-01-01   | --valuation-date: expected a day not later than 2
    --dataset x                   | --dataset: expected the name of a dataset
    --index x --valuation-date 1/2| --valuation-date: expected a day as YYYY-MM-DD; --index: expected one of new dwellings
  `)) {
    const args = ['enrich', book, '-o', output, ...options.split(' ')];
    const { stderr, code } = await ktimaHere(other.env, args);
    assert.equal(code, 1, stderr);
    assert.ok(stderr.startsWith(`ktima: ${message}`), stderr);
    assert.equal(existsSync(output), false);
  }
});
