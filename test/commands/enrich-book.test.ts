import assert from 'node:assert/strict';
import test from 'node:test';
import { type PropertyType, propertyTypes } from '#domain/property/cost/building.ts';
import { textEncoding } from '#tools/files/text-encoder.ts';
import { rows as gazetteer } from '../geocoder/national.ts';
import { seeded } from '../seeded.ts';
import { newHome, succeed } from './ktima.ts';
import { filesOf } from './sample-home.ts';

/** The words of books for each type, with a plausible area. */
const words: Readonly<Partial<Record<PropertyType, readonly [string, number, number]>>> = {
  apartment: ["Διαμέρισμα|ΔΙΑΜ/ΣΜΑ|Διαμέρισμα Β' ορ.|Οροφοδιαμέρισμα", 30, 180],
  house: ['Μονοκατοικία|Ισόγεια μονοκατοικία|Διώροφη μονοκατοικία|Οικία', 60, 400],
  maisonette: ['Μεζονέτα|ΜΕΖΟΝΕΤΑ', 70, 250],
  office: ['Γραφείο|Γραφεία|Γραφ.', 20, 900],
  shop: ['Κατάστημα|Κατάστημα με πατάρι|Ισόγειο κατάστημα', 15, 1_500],
  warehouse: ['Επαγγελματική αποθήκη|Αποθήκη εμπορευμάτων', 200, 20_000],
  industrial: ['Βιοτεχνία|Βιομηχανικός χώρος', 150, 30_000],
  hotel: ['Ξενοδοχείο|Ξενοδοχειακή μονάδα', 300, 40_000],
  parking: ['Θ.Σ.|Πιλοτή|Θέση στάθμευσης', 9, 30],
  storage: ['Αποθήκη διαμερίσματος|Αποθηκευτικός χώρος', 2, 60],
};
const qualities = { '': 1, Πολυτελής: 1.35, Καλή: 1.1, Μέτρια: 1, Απλή: 0.85 };
const conditions = { '': 0, Καλή: 2.5, Μέτρια: 18, Κακή: 52.5 };
const today = '2026-06-15';
const [life, residual] = [60, 0.2];

/** The ends of a time of construction, and how a book writes it; open ends have no value as is. */
function built(year: number, way: number): [string, number?, number?] {
  const ten = Math.floor(year / 10) * 10;
  const ways: [string, number?, number?][] = [
    [`${year}-${year + 8}`, year, year + 8],
    [`περ. ${year}`, year - 5, year + 5],
    [`δεκαετία ${ten}`, ten, ten + 9],
    [`'${String(year).slice(2)}`, year, year],
    [`προ ${year}`],
  ];
  return ways[way] ?? [`${year}`, year, year];
}

function rateOf(prefix: string, type: PropertyType): number {
  return 400 + 7 * Number(prefix) + 31 * propertyTypes.indexOf(type);
}

/** Half up, after seven decimals restored what binary fractions lose. */
function cents(euros: number): number {
  return Math.round(Math.round(euros * 1e7) / 1e5) / 100;
}

const greek = (value: number) => value.toLocaleString('el', { maximumFractionDigits: 2 });

test('a book as Greek insurers keep it has its costs, and none is silently wrong', async t => {
  const home = newHome(t);
  const { file, put, read, rowsIn } = filesOf(home);
  const run = (...args: string[]) => succeed(home.env, args);
  const random = seeded(47);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const streets = gazetteer.streets.flatMap(({ name, postalCode }) =>
    postalCode === null ? [] : [{ name, code: postalCode }],
  );
  const codes = [...new Set(streets.map(({ code }) => code))];
  const prefixes = [...new Set(codes.map(code => code.slice(0, 2)))];
  const types = Object.keys(words) as (keyof typeof words)[];

  await run(
    ...['import', 'costs'],
    put(
      'rates.csv',
      `postal_prefix,property_type,rate_eur_m2,valid_from,source\n${prefixes
        .flatMap(prefix =>
          types.map(type => `${prefix},${type},${rateOf(prefix, type)},2026-01-01,x`),
        )
        .join('\n')}\n`,
    ),
    put(
      'ageing.csv',
      `property_type,method,useful_life_years,residual_share\n${types
        .map(type => `${type},straight_line,${life},${residual}`)
        .join('\n')}\n`,
    ),
    put(
      'classes.csv',
      'kind,name,item,value,valid_from,source\nquality,q,luxury,1.35,2020-01-01,x\n' +
        'quality,q,good,1.1,2020-01-01,x\nquality,q,average,1,2020-01-01,x\n' +
        'quality,q,basic,0.85,2020-01-01,x\ncondition,c,good,2.5,2020-01-01,x\n' +
        'condition,c,average,18,2020-01-01,x\ncondition,c,poor,52.5,2020-01-01,x\n',
    ),
    put('words.csv', 'type_word,property_type\nΟικία,μονοκατοικία\n'),
  );

  const count = 300;
  const facts = Array.from({ length: count }, (_, i) => {
    const type = pick(types);
    const [names, least, most] = words[type]!;
    const street = pick(streets);
    const year = built(1950 + Math.floor(random() * 49), Math.floor(random() * 12));
    return {
      type,
      year,
      code: street.code,
      area: Math.round((least + random() * (most - least)) * 100) / 100,
      quality: pick(Object.keys(qualities)) as keyof typeof qualities,
      condition: pick(Object.keys(conditions)) as keyof typeof conditions,
      contents: random() < 0.3 ? 5_000 + i : undefined,
      interruption: random() < 0.1 ? 20_000 + i : undefined,
      // Three of a hundred have a word that means no type.
      word: i % 33 === 7 ? 'Λοιπά' : pick(names.split('|')),
      address: `${street.name} ${1 + Math.floor(random() * 60)}`,
    };
  });
  const columns = [
    ...['Κωδικός', 'Διεύθυνση κινδύνου', 'Τ.Κ.', 'Είδος κινδύνου', 'Χρήση', 'Κατασκευή'],
    ...['Επιφάνεια (τ.μ.)', 'Έτος', 'Όροφος', 'Ποιότητα', 'Κατάσταση κτιρίου'],
    ...['Κεφάλαιο οικοδομής', 'Κεφάλαιο περιεχομένου', 'Διακοπή εργασιών', 'Παρατηρήσεις'],
  ];
  const lines = facts.map((row, i) =>
    [
      // Two rows of a building follow each other.
      ...[`Κ-${Math.floor(i / 2)}`, row.address, row.code, row.word, '', 'Ο.Σ.'],
      ...[greek(row.area), row.year[0], i % 5, row.quality, row.condition],
      ...[greek(50_000 + i), row.contents ?? '', row.interruption ?? '', `σχόλιο ${i}`],
    ].join(';'),
  );
  const repeated = lines.slice(0, 5);
  const text = [
    ...['Χαρτοφυλάκιο πυρός;;', `Ημερομηνία;${today};`, columns.join(';')],
    ...[...lines, ...repeated, `Γενικό σύνολο;;;;;;${greek(1e6)};;;;;${greek(1e8)};;;`],
  ].join('\r\n');
  const book = put('book.csv', textEncoding('windows-1253').encode(text));
  const terms = ['--valuation-date', today, '--no-parcel', '--no-zones', '--language', 'el'];
  terms.push('--threads', '1');
  await run('enrich', book, '-o', file('out.ndjson'), '--summary', file('kept.json'), ...terms);
  const rows = rowsIn('out.ndjson');
  assert.equal(rows.length, count + repeated.length + 1);

  const ofWords = /^(not_a_|area_|year_(?!open)|value_not|building_missing|number_ambiguous)/;
  let [withoutCost, withRange] = [0, 0];
  let [asNewSum, contentsSum, interruptionSum] = [0, 0, 0];
  for (const [i, row] of [...rows.slice(0, count), ...rows.slice(count, -1)].entries()) {
    const fact = facts[i < count ? i : i - count]!;
    const shown = JSON.stringify([fact, row.problem, row.cost_as_new_eur, row.cost_as_is_eur]);
    const codesOfRow: string[] = row.problem_codes.map(({ code }: { code: string }) => code);
    contentsSum += fact.contents ?? 0;
    interruptionSum += fact.interruption ?? 0;
    if (row.cost_as_new_eur === null) {
      if (codesOfRow.some(code => ofWords.test(code))) withoutCost++;
      assert.notEqual(row.problem, null, shown);
      assert.match(row.problem, /\p{Script=Greek}/u);
      continue;
    }
    const prefix = fact.code.slice(0, 2);
    const asNew = rateOf(prefix, fact.type) * fact.area * qualities[fact.quality];
    const asIs = (year: number | undefined) => {
      if (year === undefined) return null;
      const left = Math.max(0, 1 - (2026 - year) / life) * (1 - conditions[fact.condition] / 100);
      return cents(asNew * Math.max(residual, left));
    };
    const [, from, to] = fact.year;
    assert.equal(row.cost_as_new_eur, cents(asNew), shown);
    const middle = from === undefined ? undefined : Math.floor((from + to!) / 2);
    assert.equal(row.cost_as_is_eur, asIs(middle), shown);
    if (from === undefined) assert.ok(codesOfRow.includes('year_open'), shown);
    const isRange = from !== undefined && from !== to;
    if (isRange) withRange++;
    assert.deepEqual(
      [row.construction_year_range, row.cost_as_is_oldest_eur, row.cost_as_is_newest_eur],
      isRange ? [`${from}-${to}`, asIs(from), asIs(to)] : [null, null, null],
      shown,
    );
    assert.equal(codesOfRow.includes('repeated_row'), i >= count, shown);
    asNewSum += Math.round(row.cost_as_new_eur * 100);
  }
  const priced = rows.filter(row => row.cost_as_new_eur !== null).length;
  assert.ok(withoutCost <= 0.05 * rows.length, `${withoutCost} of ${rows.length}: words`);
  assert.ok(withRange > 20 && priced > 0.7 * count, `${withRange} ranges, ${priced} costs`);

  const summary = JSON.parse(read('kept.json'));
  assert.equal(Math.round(summary.total.as_new_eur * 100), asNewSum);
  assert.equal(summary.total.exposure.contents.sum_eur, contentsSum);
  assert.equal(summary.total.exposure.interruption.sum_eur, interruptionSum);
  assert.deepEqual([summary.repeated.rows, summary.repeated.is_left_out], [5, false]);
  assert.match(summary.notes.join(), /δεν χρησιμοποιούνται: Παρατηρήσεις \(σχόλιο 0 \| σχόλιο 1/);
  // The row of totals is of no building of the others.
  assert.equal(summary.buildings, Math.ceil(count / 2) + 1);

  terms.push('--duplicates', 'drop');
  await run('enrich', book, '-o', file('b.csv'), '--summary', file('b.json'), ...terms);
  const dropped = JSON.parse(read('b.json'));
  assert.equal(dropped.repeated.is_left_out, true);
  assert.equal(dropped.total.rows, summary.total.rows - 5);
  const both = dropped.total.as_new_eur + summary.repeated.as_new_eur;
  assert.equal(Math.round(both * 100), asNewSum);
});
