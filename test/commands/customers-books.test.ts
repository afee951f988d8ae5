import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { elot743 } from '#domain/geocoder/text/elot.ts';
import { propertyTypes } from '#domain/property/cost/building.ts';
import { textEncoding } from '#tools/files/text-encoder.ts';
import { rows as gazetteer } from '../geocoder/national.ts';
import { longTest } from '../sample.ts';
import { seeded } from '../seeded.ts';
import { newHome, succeed } from './ktima.ts';
import { filesOf } from './sample-home.ts';

/** A house that is on the map, and what a book has of it. */
interface Insured {
  readonly street: string;
  readonly number: string;
  readonly code: string;
  /** The official name of the municipality, and the town's usual one. */
  readonly municipality: string;
  readonly town: string;
  readonly unit: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly word: string;
  readonly area: number;
  readonly year: number;
  readonly sum: number;
  readonly contents: number;
}

const towns = ['Βόλου', 'Λαρισαίων', 'Πατρέων', 'Ιωαννιτών', 'Χανίων', 'Ρόδου', 'Καβάλας'];
const words = [
  ...['Διαμέρισμα', 'Διαμ/σμα', 'Κατοικία', 'Οικία', 'Μονοκατοικία', 'Μον/κία', 'Μεζονέτα'],
  ...['Κατάστημα', 'Κατ/μα', 'Γραφείο', 'Γραφεία', 'Βιομηχανικό', 'Βιοτεχνία', 'Ξενοδοχείο'],
];
const [metreNorth, metreEast] = [1 / 111_000, 1 / 87_000];

const random = seeded(75);
const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!;

/** Houses along streets that the gazetteer has, fifteen metres from each other. */
function housesOf(town: string): Insured[] {
  const { nominative, regionalUnit } = gazetteer.municipalities.find(({ id }) => id === town)!;
  const codes = new Map(gazetteer.postalCodes.map(row => [row.postalCode, row]));
  const own = gazetteer.streets.filter(row => row.municipality === town && row.postalCode);
  const streets = [...new Map(own.map(row => [row.name, row])).values()];
  const chosen = new Set(Array.from({ length: 25 }, () => pick(streets)));
  return [...chosen].flatMap(({ name, postalCode }) => {
    const { latitude, longitude } = codes.get(postalCode!)!;
    const start = [random() - 0.5, random() - 0.5].map(share => share * 1_200);
    return [3, 5, 12].map((number, at): Insured => {
      const area = 40 + Math.floor(random() * 160);
      return {
        ...{ street: name, number: String(number), code: postalCode! },
        ...{ municipality: town, town: nominative, unit: regionalUnit },
        latitude: latitude + start[0]! * metreNorth,
        longitude: longitude + (start[1]! + 15 * at) * metreEast,
        ...{ word: pick(words), area, year: 1950 + Math.floor(random() * 70) },
        ...{ sum: area * (700 + Math.floor(random() * 700)), contents: 1_000 * (at + 1) },
      };
    });
  });
}

const upper = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase().normalize('NFC');
const euros = (value: number) => `${value.toLocaleString('el')},00`;
const genitive = (unit: string) => unit.replace(/^Περιφερειακή ενότητα /i, '');

/** How insurers and banks keep their books: the lines above the table, its header, and a row. */
const habits: Readonly<
  Record<string, { head: string; row: (one: Insured, at: number) => string; encoding?: 'utf-8' }>
> = {
  'an insurer, in capitals': {
    head: 'Α/Α;Αρ. Συμβ.;Οδός;Αριθ.;Τ.Κ.;Δήμος;Νομός;Χρήση;τ.μ.;Έτος κατ.;Ασφ. Κεφ.',
    row: (one, at) =>
      [
        ...[at + 1, `10/${at}`, upper(one.street), one.number, one.code],
        ...[upper(one.municipality), upper(genitive(one.unit)), upper(one.word)],
        ...[one.area, one.year, euros(one.sum)],
      ].join(';'),
  },
  'a bank, with whole addresses': {
    head: 'Κωδ. Ακινήτου;Διεύθυνση;ΤΚ;Πόλη;Είδος ακιν.;Εμβ. (τ.μ.);Έτος κατασκευής;Εμπορική αξία;Αξία ασφάλισης',
    row: (one, at) =>
      [
        ...[`Ε-${at}`, `${one.street} ${one.number}`, one.code.replace(/^(...)/, '$1 '), one.town],
        ...[one.word, `${one.area},5`, one.year, euros(2 * one.sum), euros(one.sum)],
      ].join(';'),
  },
  'a broker, with a title, contents and a total': {
    head: 'Χαρτοφυλάκιο πυρός 2026;;;;;;;;;\nΑρ. Ασφ.;Οδός;Νο;Ταχ. Κωδ.;Περιοχή;Είδος κτ.;Εμβαδό τμ;Χρον. κατασκ.;Κεφ. κτιρίου;Κεφ. περιεχ.',
    row: (one, at) =>
      [
        ...[7_000 + at, one.street, one.number, one.code, one.town, one.word, `${one.area} τ.μ.`],
        ...[one.year, `${euros(one.sum)} €`, `${euros(one.contents)} €`],
      ].join(';'),
  },
  'a reinsurer, in Latin letters': {
    head: 'Policy No,Street,No,Zip,City,Prefecture,Occupancy,Sqm,Year built,TSI',
    row: (one, at) =>
      [
        ...[`P${at}`, elot743(one.street), one.number, one.code, elot743(one.town)],
        ...[elot743(one.unit), one.word, one.area, one.year, one.sum],
      ].join(','),
    encoding: 'utf-8',
  },
  'a bank, forty columns': {
    head: `Α/Α;Συμβόλαιο;Ημ. έναρξης;Ημ. λήξης;Έτος έκδοσης;Κωδ. πράκτορα;ΑΦΜ;ΔΟΥ;Τηλέφωνο;Επωνυμία;Όροφος;Αρ. διαμ.;Οδός;Αρ/μός;ΤΚ;Δήμος;Π.Ε.;Χρήση κινδύνου;Κατασκευή;Επιφ. (τ.μ.);Έτος κτ.;Ασφαλ. κεφ. κτιρ.;Καθαρά ασφάλιστρα;Φόροι;Απαλλαγή;Δανειστής${';Σχόλιο'.repeat(14).replace(/Σχόλιο/g, (word, at) => `${word} ${at}`)}`,
    row: (one, at) =>
      [
        ...[at + 1, `2026/${at}`, '1/1/2026', '31/12/2026', 2025, 16, '012345678', 'ΒΟΛΟΥ'],
        ...['2421012345', 'ΑΛΦΑ ΑΕ', 2, 12, one.street, one.number, one.code, one.municipality],
        ...[one.unit, one.word, 'Ο.Σ.', one.area, one.year, euros(one.sum), '100,5', '12', 300],
        ...['ΕΤΕ', ...Array.from({ length: 14 }, () => '')],
      ].join(';'),
  },
};

const metresBetween = (a: Insured, b: { found_latitude: number; found_longitude: number }) =>
  Math.hypot(
    (a.latitude - b.found_latitude) / metreNorth,
    (a.longitude - b.found_longitude) / metreEast,
  );

longTest(
  'the books of insurers and banks come back located, costed and in their earthquake zone',
  async t => {
    const home = newHome(t);
    const { file, put, rowsIn } = filesOf(home);
    const houses = towns.flatMap(housesOf);
    await succeed(home.env, [
      'import',
      'addresses',
      put(
        'houses.csv',
        `street,house_number,postal_code,city,latitude,longitude\n${houses
          .map(one =>
            [one.street, one.number, one.code, one.town, one.latitude, one.longitude].join(','),
          )
          .join('\n')}\n`,
      ),
    ]);
    const rates = propertyTypes.map((type, at) => `*,${type},${800 + 50 * at},2026-01-01,ours`);
    await succeed(home.env, [
      ...['import', 'costs'],
      put(
        'rates.csv',
        `postal_prefix,property_type,rate_eur_m2,valid_from,source\n${rates.join('\n')}\n`,
      ),
    ]);
    // As the code lists them: names of municipalities in the genitive, with their zone.
    const zones = towns.map((town, at) => `${town};${['I', 'II'][at % 2]};${[0.16, 0.24][at % 2]}`);
    await succeed(home.env, [
      ...['import', 'zones', put('eak.csv', `Δήμος;Ζώνη;agr\n${zones.join('\n')}\n`)],
      ...['--kind', 'earthquake', '--by', 'municipality'],
    ]);
    for (const [name, { head, row, encoding }] of Object.entries(habits)) {
      const insured = Array.from({ length: 60 }, () => pick(houses));
      const total = name.includes('total') ? `\nΣΥΝΟΛΟ${';'.repeat(8)}999.999.999,00;` : '';
      const text = `${head}\n${insured.map(row).join('\n')}${total}`;
      const book = put('book.csv', textEncoding(encoding ?? 'windows-1253').encode(text));
      const printed = await succeed(home.env, [
        ...['enrich', book, '-o', file('out.ndjson'), '--force', '--threads', '1'],
        ...['--type-word', 'Κατοικία=apartment', '--summary', file('summary.json')],
      ]);
      const rows = rowsIn('out.ndjson').slice(0, insured.length);
      const exposureOf = ({ sum, contents }: Insured) =>
        sum + (name.includes('contents') ? contents : 0);
      const shareOf = (isSo: (row: (typeof rows)[number], one: Insured) => boolean) => {
        const all = insured.reduce((sum, one) => sum + exposureOf(one), 0);
        const some = insured.filter((one, at) => isSo(rows[at], one));
        return some.reduce((sum, one) => sum + exposureOf(one), 0) / all;
      };
      const located = shareOf((row, one) => metresBetween(one, row) <= 25);
      const costed = shareOf(row => row.cost_as_new_eur > 0);
      assert.ok(located >= 0.9, `${name}: located ${located}\n${printed}`);
      const zoned = shareOf((row, one) => {
        const zone = zones[towns.indexOf(one.municipality)]!.split(';')[1];
        return row.zone_earthquake_class === zone;
      });
      assert.ok(costed >= 0.95, `${name}: costed ${costed}\n${printed}`);
      assert.ok(zoned >= 0.95, `${name}: in its zone ${zoned}\n${printed}`);
      // The first line says the same.
      const { shares } = JSON.parse(readFileSync(file('summary.json'), 'utf8'));
      assert.ok(Math.abs(shares.located - located) < 0.02, `${name}: ${shares.located} ${located}`);
      assert.equal(shares.costed, Math.round(costed * 1e6) / 1e6, name);
      assert.ok(shares.in_earthquake_zone >= zoned - 1e-6, name);
    }
  },
);
