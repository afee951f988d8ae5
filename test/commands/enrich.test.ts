import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import test from 'node:test';
import { assertRefused, ktima, ktimaHere } from './ktima.ts';
import { newSampleHome } from './sample-home.ts';

const { env, folder, file, put, read, rowsIn, enrich } = await newSampleHome(test);

const header = 'id,address,postal_code,type,area,year_built';

test('a portfolio with every kind of bad row keeps all rows, each with its problem', async () => {
  const latin = Buffer.from([0xc5, 0xf1, 0xec, 0xef, 0xfd]);
  const book = Buffer.concat([
    Buffer.from(`${header},address,note\n`),
    Buffer.from('1,Ερμού 15,10563,διαμέρισμα,"85,5",1998,other,fine\n'),
    Buffer.from('2,"Ερμού 15,10563,house,90,1970,,broken quote\n'),
    Buffer.from(`3,"${'x'.repeat(10_000_000)}",10563,house,90,1970,,10 MB\n`),
    Buffer.concat([Buffer.from('4,'), latin, Buffer.from(' 15,10563,house,90,1970,,encoding\n')]),
    Buffer.from('5,Ερμού 15\n'),
    Buffer.from('6,Ερμού 15,10563,house,90,1970,,a,b\n'),
    Buffer.from('7,Ερμού 15,10563,house,90,1970,,=HYPERLINK(1)\n'),
    Buffer.from('8,,,house,90,1970,,nowhere\n'),
    Buffer.from('9,"Σταδίου 3",,castle,-1,2999,,?.?. ?????????\n'),
    Buffer.from('1,Ερμού 15 ,10563,διαμέρισμα,"85,5",1998,other,fine\n'),
  ]);
  const summarised = ['--summary', file('bad.json')];
  const { code, stdout, stderr } = await enrich(put('bad.csv', book), 'bad.ndjson', ...summarised);
  assert.equal(code, 0, stderr);
  const rows = rowsIn('bad.ndjson');
  assert.deepEqual(
    rows.map(({ id, problem }) => `${id} ${problem?.slice(0, 50) ?? '-'}`),
    [
      '1 -',
      ' line 3 cannot be read: a quote opens here and is n',
      ' line 4 cannot be read: longer than 1048576 charact',
      '4 address: not valid in the encoding of the file',
      '5 line 6 has 2 cells instead of 8: not enriched',
      '6 line 7 has 9 cells instead of 8: not enriched, and',
      '7 -',
      '8 position: the row has no location',
      '9 property_type: expected apartment, house or maison',
      '1 row: the same as line 2',
    ],
  );
  assert.equal(rows[0].found_address, 'Ερμού 15, 105 63 Αθήνα');
  assert.equal(rows[0].cost_as_new_eur, 85.5 * rows[0].cost_rate_eur_m2);
  assert.equal(rows[0].address_2, 'other');
  const summary = JSON.parse(read('bad.json'));
  assert.equal(summary.rows, 10);
  assert.deepEqual(summary.levels, { street: 4, postal_code: 1, 'not found': 1, 'not read': 4 });
  assert.ok(summary.notes.some((note: string) => note.includes('it is called address_2')));
  assert.ok(summary.notes.some((note: string) => /^cells with Greek .*: 1$/.test(note)));
  assert.match(stdout, /the row cannot be read +2 +line 3/);
  assert.deepEqual([summary.with_problems, summary.row_notes.length], [8, 1]);
  const isRepeated = ({ code }: { code: string }) => code === 'repeated_row';
  assert.deepEqual(summary.problems.find(isRepeated), {
    kind: 'row: the same as an earlier one',
    code: 'repeated_row',
    field: 'row',
    values: { line: 2 },
    rows: 1,
    exposure_eur: rows[0].cost_as_new_eur,
    example: 'line 11 (1): row: the same as line 2',
  });
  assert.match(stdout, /row: the same as an earlier one +1 +line 11/);
  assert.match(rows[0].notes, /^parcel: the position of the address is known to about/);
});

test('CSV output has the delimiter of the input, a byte order mark and escaped formulas', async () => {
  const input = put(
    'greek.csv',
    `sep=;\nΧαρτοφυλάκιο 2026\n\nid;Διεύθυνση;Τύπος;Τ.μ.;problem\n1;Ερμού 15 Αθήνα;house;1.250 τ.μ.;x|=1+1;\n`,
  );
  const options = ['--bom', '--decimal-comma', '--places', 'metro_station', '--no-zones'];
  const { code, stdout } = await enrich(input, 'greek-out.csv', ...options);
  assert.equal(code, 0);
  assert.match(stdout, /note: lines above the header that were left out: 2/);
  const [heading, row] = read('greek-out.csv').split('\n');
  assert.match(
    heading!,
    /^\ufeffid;Διεύθυνση;Τύπος;Τ\.μ\.;problem;found_latitude;.*;problem_2;notes$/,
  );
  assert.match(row!, /^1;Ερμού 15 Αθήνα;house;1\.250 τ\.μ\.;x\|'=1\+1;37,\d+;23,\d+;address;/);
  assert.match(
    row!,
    /;387,22;12;;;"problem: a spreadsheet would run it; a ' makes it text; parcel: /,
  );
  const [, rate, cost] = /;(\d+);(\d+);;2026-01-01;"?Ktima, illustrative: .*;yes;;;;;;387,22;/.exec(
    row!,
  )!;
  assert.equal(Number(cost), 1250 * Number(rate));
});

test('GeoJSON has a point for each row that has a position', async () => {
  const input = put('geo.csv', 'lat,lon,name\n37.98,23.73,a\n,,b\n');
  assert.equal((await enrich(input, 'out.geojson')).code, 0);
  const { type, features } = JSON.parse(read('out.geojson'));
  assert.equal(type, 'FeatureCollection');
  const [first, second] = features;
  assert.deepEqual(first.geometry, { type: 'Point', coordinates: [23.73, 37.98] });
  assert.deepEqual([first.properties.name, second.properties.name], ['a', 'b']);
  assert.equal(second.geometry, null);
});

test('standard input and output work, and the summary does not mix with the rows', async () => {
  const args = ['enrich', '-', '-o', '-', '--format', 'ndjson'];
  const { stdout, stderr, code } = await ktima(env, args, 'address\nΕρμού 15 Αθήνα\n');
  assert.equal(code, 0);
  assert.equal(JSON.parse(stdout).found_postal_code, '10563');
  assert.match(stderr, /\n1 row in .*found by/s);
  const inGreek = [...args, '--language', 'el', '--threads', '1'];
  const greek = await ktimaHere(env, inGreek, 'address\nΕρμού 15 Αθήνα\n');
  assert.match(greek.stderr, /\n1 γραμμή σε .*ακρίβεια +γραμμές +μερίδιο\nΔρόμος +1 /s);
  assert.match(
    greek.stderr,
    /\nκόστος ανακατασκευής \(το αρχείο δεν έχει κεφάλαια\) +γραμμές +ποσό/,
  );
  assert.match(greek.stderr, /\nχωρίς κόστος +1 /);
});

test('a file that cannot be used is one sentence and exit code 1', async () => {
  const cases: [string, string | Uint8Array, RegExp][] = [
    ['empty.csv', '', /line 1: expected a header, the file is empty/],
    ['unknown.csv', 'a,b\n1,2\n', /no column shows where a property is.*Columns: a, b/],
    ['town.csv', 'Ref;Where;Kind\n1;Κέντρο;Χωριό\n', /no column.*Columns: Ref, Where, Kind/],
    ['book.xlsx', Buffer.from('PK\x03\x04rest'), /not a valid zip: its directory is missing/],
    ['open.csv', '"a,b\n1,2\n', /line 1: header: a quote opens here and is not closed/],
    ['binary.csv', Buffer.from('a\0b,c\n1,2\n'), /expected text, got bytes that are not text/],
  ];
  for (const [name, content, message] of cases) {
    const { code, stderr, stdout } = await enrich(put(name, content), 'never.csv');
    assert.equal(code, 1, name);
    assert.match(stderr, new RegExp(`^ktima: ${file(name)}: .*${message.source}.*\n$`), name);
    assert.equal(stdout, '');
  }
  assert.match((await enrich(file('nothing.csv'), 'never.csv')).stderr, /there is no such file/);
  assert.deepEqual(
    readdirSync(folder).filter(name => name.startsWith('never')),
    [],
  );
});

test('an existing output is not overwritten without --force', async () => {
  const input = put('small.csv', 'address\nΕρμού 15 Αθήνα\n');
  put('there.csv', 'mine');
  await assertRefused(
    enrich(input, 'there.csv'),
    /^ktima: \S+there\.csv: exists already; --force replaces it\n$/,
  );
  assert.equal(read('there.csv'), 'mine');
  assert.equal((await enrich(input, 'there.csv', '--force')).code, 0);
  assert.match(read('there.csv'), /^address,found_latitude/);
  assert.equal((await enrich(input, 'no/such/folder.csv')).code, 1);
  await assertRefused(
    enrich(input, `../${basename(folder)}/small.csv`, '--force'),
    /^ktima: .*small\.csv: is the same file as .*small\.csv; choose another/,
  );
  assert.equal(read('small.csv'), 'address\nΕρμού 15 Αθήνα\n');
  assert.match((await enrich(input, 'book.xls')).stderr, /expected a name that ends in .*\.xlsx/);
});

test('a refused option is named as it was given, whoever checks it', async () => {
  const input = put('options.csv', 'address\nΕρμού 15 Αθήνα\n');
  const refusals: readonly (readonly [option: string, value: string, expected: RegExp])[] = [
    ['--area-range-m2', '90-10', /^ktima: --area-range-m2: expected two whole numbers of m²/],
    ['--output-encoding', 'latin', /^ktima: --output-encoding: expected one of utf-8/],
    ['--places', 'bank,pubs', /^ktima: --places: expected all, or some of .*; got pubs\n$/],
    ['--index', 'cpi', /^ktima: --index: expected /],
    ['--min-confidence', '2', /Expected a number from 0 to 1/],
    ['--rates', 'best', /Allowed choices are prefix, finest/],
  ];
  for (const [option, value, expected] of refusals) {
    await assertRefused(enrich(input, 'refused.csv', option, value), expected, option);
  }
});

test('the area of the building prices a row, not that of the plot; equal columns are a question', async () => {
  const book = (area: string, other: string) =>
    put(
      'areas.csv',
      `Διεύθυνση;ΤΚ;Είδος;${area};${other};Έτος\nΕρμού 15, Αθήνα;10563;Μονοκατοικία;450;120;2025\n`,
    );
  const input = book('Εμβαδόν', 'Εμβαδόν κτίσματος');
  const { code, stdout, stderr } = await enrich(input, 'areas.ndjson', '--no-parcel');
  assert.equal(code, 0, stderr);
  assert.match(stdout, /note: build_area is read from the column Εμβαδόν κτίσματος, whose/);
  assert.match(stdout, /note: construction_year is read from the column Έτος, which may be anot/);
  const [row] = rowsIn('areas.ndjson');
  assert.deepEqual([row.cost_as_is_eur, row.cost_as_new_eur], [null, row.cost_rate_eur_m2 * 120]);
  await assertRefused(
    enrich(book('Εμβαδόν', 'Επιφάνεια'), 'areas-2.csv'),
    /two columns may be build_area: Εμβαδόν and Επιφάνεια; --map build_area="Εμβαδόν"/,
  );
  const mapped = await enrich(file('areas.csv'), 'areas-3.csv', '--map', 'build_area=Επιφάνεια');
  assert.equal(mapped.code, 0, mapped.stderr);
});

test('a file whose sums have no known heading is a question, and goes without them if asked to', async () => {
  const book = `Διεύθυνση;ΤΚ;Πυρός;Ασφάλιστρο\nΕρμού 15, Αθήνα;10563;90.000 €;100 €\n`;
  const input = put('unclear.csv', book);
  await assertRefused(
    enrich(input, 'unclear-1.csv'),
    /seem to have what is missing: sum_insured may be in Πυρός; --map FIELD= goes without a field; likely: --map sum_insured="Πυρός"\n$/,
  );
  assert.equal(existsSync(file('unclear-1.csv')), false);
  for (const mapping of ['sum_insured=', 'sum_insured=Πυρός']) {
    const { code, stderr } = await enrich(input, 'unclear-2.csv', '--force', '--map', mapping);
    assert.equal(code, 0, stderr);
  }
  assert.equal(read('unclear-2.csv').split('\n').length, 3);
});

test('all that is unclear is asked at once, and the answers are options that can be pasted', async () => {
  const rows = ['Ερμού 15, Αθήνα;Κατοικία;80;1990', 'Σταδίου 3, Αθήνα;Οικία;120;1975'];
  const input = put('odd.csv', `Ref;Πού;Τι "είναι";Μέγεθος;Από\n1;${rows.join('\n2;')}\n`);
  const { code, stderr } = await enrich(input, 'odd.ndjson');
  assert.equal(code, 1);
  const [, options] = /; likely: (.*)\n$/.exec(stderr)!;
  const expected = [
    ...['--map', 'address=Πού', '--map', 'property_type=Τι "είναι"', '--map', 'build_area=Μέγεθος'],
    ...['--map', 'construction_year=Από', '--type-word', 'Κατοικία=apartment'],
  ];
  const pasted = execFileSync('sh', ['-c', `printf '%s\\n' ${options}`], { encoding: 'utf8' });
  assert.deepEqual(pasted.trimEnd().split('\n'), expected);
  assert.equal((await enrich(input, 'odd.ndjson', ...expected)).code, 0);
  const areas = rowsIn('odd.ndjson').map(row => row.cost_as_new_eur / row.cost_rate_eur_m2);
  assert.deepEqual(areas, [80, 120]);
});

test('thousands are multiplied, parts of contents added, and a year among old ones is read', async () => {
  const head = 'Διεύθυνση;ΤΚ;Είδος;τ.μ.;Έτος;Κεφ. κτιρίου (χιλ. €);Κεφ. εμπορ.;Κεφ. εξοπλισμού';
  const rows = [1985, 1970, 2026].map(
    year => `Ερμού 15;10563;Κατάστημα;100;${year};90;5.000;7.000`,
  );
  const input = put('thousands.csv', `${head}\n${rows.join('\n')}\n`);
  const { code, stdout, stderr } = await enrich(input, 'thousands.ndjson');
  assert.equal(code, 0, stderr);
  assert.match(stdout, /note: sum_insured \(Κεφ. κτιρίου \(χιλ. €\)\) is in units of 1000 euro/);
  assert.match(stdout, /note: contents_sum_insured has the sums of the column Κεφ. εξοπλισμού too/);
  assert.match(stdout, /\nbuilding +3 +€ 270,000\ncontents +3 +€ 36,000\n/);
  assert.doesNotMatch(stdout, /may be that of the contract/);
});
