import assert from 'node:assert/strict';
import test from 'node:test';
import { geocodeId } from '#domain/geocoder/by-id.ts';
import { addCountry, packNamedPlaces } from '#domain/geocoder/country/add-country.ts';
import { geocode } from '#domain/geocoder/geocode.ts';
import { buildGeocoder, type GeocoderIndex } from '#domain/geocoder/index/build-index.ts';
import { reverse } from '#domain/geocoder/reverse.ts';
import type {
  BoundaryRow,
  NamedPlaceRow,
  SettlementKind,
  SettlementRow,
} from '#domain/geocoder/rows/country-rows.ts';
import { faultOf } from '#domain/geocoder/score/evidence.ts';
import { suggest } from '#domain/geocoder/suggest.ts';
import { fold } from '#domain/geocoder/text/fold.ts';
import { metresBetween } from '#tools/geo/earth.ts';
import { casesIn } from '../cases.ts';
import { corners } from '../geo/square.ts';
import { national, rows } from './national.ts';

type At = readonly [latitude: number, longitude: number];

function settlement(
  kind: SettlementKind,
  name: string,
  [latitude, longitude]: At,
  population: number | null = null,
  otherNames: readonly string[] = [],
): SettlementRow {
  const position = { latitude, longitude, reachMetres: 0 };
  return { externalId: null, kind, name, otherNames, population, ...position, source: 'osm' };
}

/** Named places: name, category, latitude and longitude, another name. */
function placesIn(text: string): NamedPlaceRow[] {
  return casesIn(text).map(([name, category, at, otherName]) => {
    const [latitude, longitude] = at.split(' ').map(Number) as [number, number];
    const otherNames = otherName ? [otherName] : [];
    const position = { latitude, longitude, reachMetres: 0 };
    return { externalId: null, category, name, otherNames, ...position, source: 'osm' };
  });
}

function box(
  kind: BoundaryRow['kind'],
  name: string,
  [south, west]: At,
  [north, east]: At,
): BoundaryRow {
  const ring = corners(
    `${west} ${south}, ${east} ${south}, ${east} ${north}, ${west} ${north}, ${west} ${south}`,
  );
  const middle = { latitude: (south + north) / 2, longitude: (west + east) / 2 };
  const geometry = { type: 'Polygon', coordinates: [ring] } as const;
  return { externalId: null, kind, name, otherNames: [], ...middle, geometry, source: 'osm' };
}

/** Places of the villages around Volos, made up but for the names that the gazetteer has. */
const portaria: At = [39.3905, 23.0016];
const settlements = [
  settlement('city', 'Βόλος', [39.3622, 22.9422], 86_000, ['Volos']),
  settlement('village', 'Πορταριά', portaria, 800, ['Portaria']),
  settlement('hamlet', 'Ζαρκαδοχώρι', [39.31, 23.1], 45, ['Zarkadochori', 'Παλιοζάρκο']),
  settlement('hamlet', 'Διπλοχώρι', [39.41, 22.99]),
  settlement('hamlet', 'Διπλοχώρι', [39.3, 23.2]),
  settlement('neighbourhood', 'Ανεμόμυλος', [39.357, 22.962]),
  settlement('islet', 'Φανταστονήσι', [39.2, 23.05]),
  settlement('village', 'Ξενοχώραμπο', [60.17, 24.94]),
  settlement('city', 'Αντιπεραπόλη', [41.677, 26.556], 150_000),
];
const boundaries = [
  box('municipality', 'Δήμος Βόλου', [39.28, 22.8], [39.45, 23.05]),
  box('municipality', 'Δήμος Νοτίου Πηλίου', [39.1, 23.05], [39.35, 23.3]),
  box('municipal_unit', 'Δημοτική Ενότητα Δοκιμαίων', [39.4, 22.9], [39.45, 23.05]),
];
const namedPlaces = placesIn(`
  Γενικό Νοσοκομείο Βόλου "Αχιλλοπούλειο" | hospital | 39.3567 22.9575 | Volos General Hospital
  Δημαρχείο         | city_hall          | 39.3605 22.9425
  Δημαρχείο         | city_hall          | 39.31 23.11
  Μουσείο Αντίπερα  | tourism=museum     | 38.32 26.3
  Μουσείο Δοκιμής   | tourism=museum     | 39.36 22.94
  Πορταριά          | tourism=hotel      | 39.3906 23.0017
  Παραλία Αναύρου   | natural=beach      | 39.3525 22.965 | Άναυρος
`);

const withoutPlaces = buildGeocoder(addCountry(rows, { settlements, boundaries }));
const index = { ...withoutPlaces, namedPlaces: packNamedPlaces(withoutPlaces, namedPlaces) };
/** Another country, without streets: they take a second to index. */
function geocoderOf(country: Parameters<typeof addCountry>[1]): GeocoderIndex {
  return buildGeocoder(addCountry({ ...rows, streets: [] }, country));
}
const find = async (address: string) => (await geocode(index, { address }))[0];
/** The country with other named places. */
const withPlaces = (places: readonly NamedPlaceRow[]): GeocoderIndex => ({
  ...index,
  namedPlaces: packNamedPlaces(index, places),
});
const findAmong = async (places: readonly NamedPlaceRow[], address: string) =>
  (await geocode(withPlaces(places), { address }))[0]!;
const near = (result: Awaited<ReturnType<typeof find>>, [latitude, longitude]: At) =>
  result !== undefined && metresBetween(result, { latitude, longitude }) < 100;

test('an imported settlement has its own position, and keeps the postal code of the gazetteer', async () => {
  const found = await find('Πορταριά Μαγνησίας');
  assert.ok(near(found, portaria), JSON.stringify(found));
  assert.equal(found!.match.level, 'locality');
  assert.equal(found!.components.municipality, 'Βόλος');
  assert.match(found!.components.postal_code ?? '', /^\d{5}$/);
  assert.equal(found!.source, 'osm');
});

test('a settlement is found by each of its names, in either script, also an islet or a quarter', async () => {
  for (const typed of ['Ζαρκαδοχώρι', 'Zarkadochori', 'Παλιοζάρκο', 'zarkadohori']) {
    assert.ok(near(await find(typed), [39.31, 23.1]), typed);
  }
  assert.ok(near(await find('Φανταστονήσι'), [39.2, 23.05]));
  assert.ok(near(await find('Ανεμόμυλος, Βόλος'), [39.357, 22.962]));
  assert.equal(await find('Ξενοχώραμπο'), undefined, 'a settlement far from Greece is left out');
  assert.equal(await find('Αντιπεραπόλη'), undefined, 'and one in Turkey, near the border');
});

test('borders decide the municipality of a settlement and choose among namesakes', async () => {
  assert.ok(near(await find('Διπλοχώρι, Βόλος'), [39.41, 22.99]));
  assert.ok(near(await find('Διπλοχώρι Νοτίου Πηλίου'), [39.3, 23.2]));
  const [first, second] = await geocode(index, { address: 'Διπλοχώρι' });
  assert.equal(first?.match.confidence, second?.match.confidence, 'nothing tells which');
});

test('a municipal unit holds what lies within its border', async () => {
  const found = await find('Διπλοχώρι Δοκιμαίων');
  assert.ok(near(found, [39.41, 22.99]), JSON.stringify(found));
  assert.deepEqual(found!.match.faults, []);
});

test('the municipality of a point is the one whose border holds it', async () => {
  const point = [39.29, 23.06] as const;
  assert.equal((await reverse(national, ...point))!.components.municipality, 'Βόλος');
  const found = await reverse(index, ...point);
  assert.equal(found!.components.municipality, 'Νότιο Πήλιο');
  assert.equal(found!.components.regional_unit, 'Μαγνησίας');
});

test('a municipality has the position of its imported town, or of the town it is named after', async () => {
  const moved = settlement('village', 'Κιλελέρ', [39.5, 22.65], 500);
  const border = box('municipality', 'Δήμος Κιλελέρ', [39.45, 22.4], [39.62, 22.75]);
  const other = geocoderOf({ settlements: [moved], boundaries: [border] });
  const [first] = await geocode(other, { address: 'Κιλελέρ' });
  assert.ok(near(first, [39.5, 22.65]), JSON.stringify(first));
  assert.ok(near(await find('Βόλος'), [39.3622, 22.9422]));
});

test('a place is found by its name, a part of it, another name, with and without its town', async () => {
  for (const [typed, at] of casesIn(`
    Γενικό Νοσοκομείο Βόλου "Αχιλλοπούλειο" | 39.3567 22.9575
    Αχιλλοπούλειο Νοσοκομείο, Βόλος         | 39.3567 22.9575
    Νοσοκομείο Βόλου                        | 39.3567 22.9575
    nosokomeio volou                        | 39.3567 22.9575
    Volos General Hospital                  | 39.3567 22.9575
    Δημαρχείο Βόλου                         | 39.3605 22.9425
    Δημαρχείο, Νότιο Πήλιο                  | 39.31 23.11
    Μουσείο Δοκιμής                         | 39.36 22.94
    Άναυρος Βόλος                           | 39.3525 22.965
  `)) {
    const found = await find(typed);
    assert.ok(near(found, corners(at)[0]!), `${typed}: ${JSON.stringify(found)}`);
    assert.equal(found!.match.level, 'place', typed);
  }
  const found = await find('Μουσείο Δοκιμής');
  assert.equal(found!.formatted_address, 'Μουσείο Δοκιμής, Βόλος');
  assert.equal(found!.components.municipality, 'Βόλος');
  assert.equal(found!.components.street, null);
});

test('a place is not found across the border, nor instead of a town, a street or a house', async () => {
  for (const [address, level] of casesIn(`
    Μουσείο Αντίπερα           | not place
    Μουσείο Δοκιμής 12, Βόλος  | not place
    Πορταριά, Βόλος            | locality
    Ερμού 12, Αθήνα            | street
  `)) {
    const [first, ...others] = await geocode(index, { address });
    if (level !== 'not place') assert.equal(first?.match.level, level, address);
    else
      assert.ok(
        [first, ...others].every(one => one?.match.level !== 'place'),
        address,
      );
  }
});

test('names of places are completed, once each name and town', async () => {
  const first = (await suggest(index, { text: 'Αχιλλοπ' })).find(({ kind }) => kind === 'place');
  assert.equal(first?.text, 'Γενικό Νοσοκομείο Βόλου "Αχιλλοπούλειο", Βόλος');
  const beach = (await suggest(index, { text: 'Άναυρ', limit: 10 })).find(
    ({ kind }) => kind === 'place',
  );
  assert.equal(beach?.also, 'Άναυρος');
  const halls = await suggest(index, { text: 'Δημαρχ', limit: 10 });
  assert.equal(halls.filter(({ kind }) => kind === 'place').length, 2);
});

test('the id of a suggested place is that of the place, and not of what has its name', async () => {
  const places = placesIn(`
    Σύνταγμα                  | metro_station        | 37.9755 23.7348
    Ομόνοια                   | amenity=pub          | 37.984 23.728
    Χαλάνδρι                  | metro_station        | 38.0088 23.8049
    Αγία Παρασκευή            | metro_station        | 38.0175 23.8125
    Λάρισα                    | train_station        | 39.6297 22.4227
    Εξάρχεια (Γραμμή 4)       | future_metro_station | 37.9866 23.7346
    Κυψέλη (Γραμμή 4)         | future_metro_station | 37.9995 23.7389
    Πανεπιστήμιο Κρήτης (Πανεπιστημιούπολη Βουτών) | university | 35.305 25.082
    Αεροδρόμιο Καλαμάτας      | airport              | 37.0683 22.0255
    Αγία Τριάδα               | metro_station        | 37.9446 23.6461
    Αγία Τριάδα Πειραιά       | church               | 37.943 23.648
  `);
  const other = withPlaces(places);
  const shown = new Map<string, string>();
  for (const { name, latitude, longitude } of places) {
    const list = await suggest(other, { text: name.replace(/ \(.*/, ''), limit: 10 });
    assert.equal(new Set(list.map(({ text }) => text)).size, list.length, 'each text once');
    const own = list.find(one => one.latitude === latitude && one.longitude === longitude);
    if (own === undefined) continue;
    shown.set(name, own.text);
    assert.ok(near((await geocodeId(other, own.id)) ?? undefined, [latitude, longitude]), own.text);
  }
  assert.equal(shown.get('Σύνταγμα'), 'Μετρό Σύνταγμα, Αθήνα');
  assert.equal(shown.get('Λάρισα'), 'Σταθμός Λάρισα, Λάρισα');
  assert.equal(shown.get('Εξάρχεια (Γραμμή 4)'), 'Μετρό Εξάρχεια (Γραμμή 4), Αθήνα');
  assert.ok(shown.size >= 9, `${shown.size}`);
  const [metro] = await suggest(other, { text: 'Μετρό Σύντ' });
  assert.deepEqual([metro?.text, metro?.also], ['Μετρό Σύνταγμα, Αθήνα', null]);
});

test('a suburb of many inhabitants is the town of its name, once, and comes before a village', async () => {
  const suburbs = [
    settlement('suburb', 'Νίκαια', [37.9675, 23.6442], 76_665),
    settlement('village', 'Νίκαια', [39.563, 22.4666], 3_876),
    settlement('suburb', 'Γλυφάδα', [37.865, 23.7547], 87_305),
    settlement('suburb', 'Χαλάνδρι', [38.0214, 23.7986]),
  ];
  const country = addCountry(rows, { settlements: suburbs, boundaries: [] });
  const other = buildGeocoder({ ...country, streets: rows.streets });
  for (const [name, municipality, expected] of [
    ['Νίκαια', 'Νίκαια - Άγιος Ιωάννης Ρέντης', 2],
    ['Γλυφάδα', 'Γλυφάδα', 1],
    ['Χαλάνδρι', 'Χαλάνδρι', 1],
  ] as const) {
    const results = await geocode(other, { address: name });
    assert.equal(results[0]?.components.municipality, municipality);
    assert.ok(results[0].match.confidence > 0.85, `${name}: ${results[0].match.confidence}`);
    assert.equal(results.length, expected, name);
  }
});

test('buildings have readable names, and a street called as their kind is among the first', async () => {
  const other = withPlaces(
    placesIn(`
      Πολυτεχνειούπολη Ζωγράφου ΕΜΠ  | university       | 37.978 23.7829 | NTUA Zografou Campus
      Πανεπιστήμιο Πειραιώς          | university       | 37.9416 23.6529
      Πάντειο                        | university       | 37.9599 23.7187
      Χαροκόπειο                     | university       | 37.9612 23.708
      Κτηνιατρικό Νοσοκομείο Δοκιμής | amenity=hospital | 37.99 23.75
      Ευαγγελισμός                   | hospital         | 37.9757 23.7487
    `),
  );
  const street = ({ kind }: { kind: string }) => kind === 'street';
  assert.ok((await suggest(other, { text: 'Πανεπιστ' })).slice(0, 3).some(street));
  const whole = await suggest(other, { text: 'Πανεπιστήμιο', limit: 10 });
  const places = whole.filter(({ kind }) => kind === 'place');
  assert.ok(places.length >= 3);
  assert.deepEqual([...new Set(places.map(({ also }) => also))], [null]);
  const ntua = places.find(({ text }) => text.includes('ΕΜΠ'));
  assert.equal(ntua?.text_en, 'NTUA Zografou Campus, Zografou');
  const hospitals = await suggest(other, { text: 'Νοσοκομείο', limit: 10 });
  assert.ok(hospitals.some(({ text }) => text.startsWith('Ευαγγελισμός')));
  assert.equal(hospitals.find(({ kind }) => kind === 'place')?.text.includes('Κτηνιατρ'), false);
});

test('a settlement of two sources is one', async () => {
  const twice = [
    settlement('village', 'Ζαρκαδοχώρι', [39.31, 23.1], 45),
    { ...settlement('village', 'Ζαρκαδοχώρι', [39.311, 23.1], 60), source: 'other' },
  ];
  const other = geocoderOf({ settlements: twice, boundaries: [] });
  const found = await geocode(other, { address: 'Ζαρκαδοχώρι' });
  const same = found.filter(({ components }) => fold(components.locality ?? '') === 'ζαρκαδοχωρι');
  assert.equal(same.length, 1);
});

test('among namesakes the imported region comes before villages elsewhere, and a city before both', async () => {
  const [elsewhere] = rows.localities.filter(({ name }) => name === 'Τριφύλλι');
  const village = settlement('village', 'Τριφύλλι', [39.31, 23.1]);
  const hamlet = settlement('hamlet', 'Άγιος Δημήτριος', [39.32, 23.1]);
  const other = geocoderOf({ settlements: [village, hamlet], boundaries: [] });
  const [first] = await geocode(other, { address: 'Τριφύλλι' });
  assert.ok(elsewhere && metresBetween(first!, village) < 100);
  const [city] = await geocode(other, { address: 'Άγιος Δημήτριος' });
  assert.equal(city!.components.municipality, 'Άγιος Δημήτριος');
});

test('a building in the area that has the name of the city has a fault, and the one of the city is first', async () => {
  const [ofVillage, ofCity] = placesIn(`
    Δημαρχείο | amenity=townhall | 35.053 25.404
    Λότζια    | amenity=townhall | 35.3397 25.1337
  `) as [NamedPlaceRow, NamedPlaceRow];
  const found = (places: readonly NamedPlaceRow[]) => findAmong(places, 'Δημαρχείο Ηράκλειο');
  const near = faultOf('city', 'found_near', 'Βιάννος', 'Ηράκλειο');
  assert.deepEqual((await found([ofVillage])).match.faults, [near]);
  assert.equal((await found([ofVillage, ofCity])).formatted_address, 'Λότζια, Ηράκλειο');
});

test('a place by a part of its name is the less sure, the more words of its own are missing', async () => {
  const other = withPlaces(
    placesIn(`
      ΕΚΟ (Βόλου 12)                            | amenity=fuel | 39.632 22.427
      Γενικό Νοσοκομείο Αθηνών «Ο Ευαγγελισμός» | hospital     | 37.9764 23.7478
      Νέα Αγχίαλος                              | airport      | 39.2196 22.7943
    `),
  );
  const found = async (address: string) => (await geocode(other, { address }))[0]!;
  const { match } = await found('Βόλος, Λάρισα');
  assert.ok(match.confidence < 0.5, JSON.stringify(match));
  const hospital = await found('Νοσοκομείο Ευαγγελισμός, Αθήνα');
  assert.ok(hospital.match.level === 'place' && hospital.match.confidence > 0.7);
  const airport = await found('Αεροδρόμιο Βόλου');
  assert.equal(airport.match.level, 'place', 'an airport is outside its city');
  assert.match(airport.match.faults[0]!.problem, /^found in .*, near Βόλος$/);
});

test('the name of its town is no word of its own, also if a place elsewhere has the same name', async () => {
  const [elsewhere, inLarissa] = placesIn(`
    Τεχνόπολη Λάρισας | tourism=museum | 39.36 22.94
    Τεχνόπολη Λάρισας | tourism=museum | 39.632 22.427
  `) as [NamedPlaceRow, NamedPlaceRow];
  const confidence = async (places: readonly NamedPlaceRow[]) => {
    const { components, match } = await findAmong(places, 'Τεχνόπολη, Λάρισα');
    assert.equal(components.municipality, 'Λάρισα');
    return match.confidence;
  };
  assert.equal(await confidence([elsewhere, inLarissa]), await confidence([inLarissa]));
});

test('a place is found by the word for its kind with its town, and a hotel by that and its name', async () => {
  const other = withPlaces(
    placesIn(`
      Αχιλλοπούλειο           | hospital      | 39.3567 22.9575
      Παλλάς                  | tourism=hotel | 39.358 22.946
      Ιωάννης Δασκαλογιάννης  | airport       | 35.5317 24.1497
      Υπεραστικά Λάρισας      | bus_station   | 39.642 22.418
    `),
  );
  for (const [address, name] of casesIn(`
    Νοσοκομείο Βόλου        | Αχιλλοπούλειο
    Nosokomeio Volou        | Αχιλλοπούλειο
    Ξενοδοχείο Παλλάς Βόλος | Παλλάς
    Hotel Pallas Volos      | Παλλάς
    Αεροδρόμιο Χανίων       | Ιωάννης Δασκαλογιάννης
    ΚΤΕΛ Λάρισας            | Υπεραστικά Λάρισας
  `)) {
    const [first] = await geocode(other, { address });
    assert.equal(first?.formatted_address.split(',')[0], name, address);
  }
});

test('a building of a kind is that of the largest town of the name, and not of a neighbour', async () => {
  const [ofHamlet, ofNeighbour, ofSuburb] = placesIn(`
    15ο Δημοτικό Σχολείο Δοκιμής | amenity=school | 35.3226 25.1252
    Δοκιμαστικό Σχολείο          | amenity=school | 37.9392 23.7182
    2ο Σχολείο                   | amenity=school | 40.5826 22.9502
  `) as [NamedPlaceRow, NamedPlaceRow, NamedPlaceRow];
  for (const [building, town] of casesIn(`
    Σχολείο              | Πειραιάς
    Σχολείο              | Καλλιθέα
    15ο Δημοτικό Σχολείο | Καλλιθέα
    1ο Δημοτικό Σχολείο  | Ηράκλειο
  `)) {
    const found = await findAmong([ofHamlet, ofNeighbour], `${building}, ${town}`);
    assert.equal(found.formatted_address, town);
    assert.deepEqual(found.match.faults, [faultOf('address', 'not_known_in', town)]);
    assert.ok(found.match.confidence < 0.4, `${building}, ${town}: ${found.match.confidence}`);
  }
  const byName = await findAmong([ofHamlet], 'Σχολείο Δοκιμής, Καλλιθέα');
  assert.equal(byName.components.municipality, 'Ηράκλειο', 'its own name tells which');
  const suburb = await findAmong([ofSuburb], '2ο Σχολείο, Θεσσαλονίκη');
  const near = faultOf('city', 'found_near', 'Καλαμαριά', 'Θεσσαλονίκη');
  assert.deepEqual(suburb.match.faults, [near]);
  assert.ok(suburb.match.confidence < 0.3, `${suburb.match.confidence}`);
  const numbered = await findAmong([ofHamlet], '15ο Δημοτικό Σχολείο Ηράκλειο');
  assert.ok(numbered.match.confidence > 0.6, `${numbered.match.confidence}`);
  const any = await findAmong([ofHamlet], 'Δημοτικό Σχολείο Ηράκλειο');
  assert.ok(any.match.confidence < 0.4, 'the town has more than one');
});

test('a place is not found by a word that was typed for something else, nor by a corrected one alone', async () => {
  const other = withPlaces(
    placesIn(`
      Αεροδρόμιο Μυκόνου      | airport      | 37.435 25.348
      Γυμνάσιο Βόλου Μουσικό  | high_school  | 39.36 22.94
      Νηπιαγωγείο Πρινέ       | kindergarten | 35.33 24.41
      A. Pagalos Super Market | supermarket  | 35.34 25.13
      ΚΕΣΥΠ Τρικάλων          | high_school  | 39.55 21.77
    `),
  );
  const found = async (address: string) => (await geocode(other, { address }))[0];
  for (const [address, town, fault] of casesIn(`
    Μύκονος, Ματογιάννι | Μύκονος | street: no streets are known in Μύκονος
    Μουσείο Βόλου       | Βόλος   | address: not known in Βόλος
    Πάρκο Τρίκαλα       | Τρίκαλα | street: not known in Τρίκαλα
  `)) {
    const { formatted_address, match } = (await found(address))!;
    assert.equal(formatted_address, town, address);
    assert.equal(match.faults.map(one => `${one.field}: ${one.problem}`).join(), fault);
  }
  const corrected = (await found('price'))!.match;
  assert.ok(corrected.confidence < 0.3, `${corrected.confidence}`);
  assert.equal(corrected.faults[0]!.problem, 'the name is Νηπιαγωγείο Πρινέ');
  assert.equal((await found('prine'))!.match.level, 'locality');
  assert.equal(await found('...a'), undefined);
});

test('a street given as such is no building that is called after the same place', async () => {
  const index = withPlaces(
    placesIn(`
      Γυμνάσιο Φυλής  | high_school | 38.104 23.668
      Μέγαρο Πλάτωνος | shop=mall   | 38.067 23.717
    `),
  );
  const found = async (address: string) =>
    (await geocode(index, { address, city: 'Ζεφύρι', isStreet: true }))[0];
  const street = await found('Φυλής');
  assert.notEqual(street?.match.level, 'place', street?.formatted_address);
  assert.equal((await found('Γυμνάσιο Φυλής'))?.match.level, 'place', 'its kind was typed');
  assert.equal((await found('Μέγαρο Πλάτωνος'))?.match.level, 'place', 'its name has no kind');
});

test('words beside the name of a place that are not known are a fault', async () => {
  const { match } = (await find('Αχιλλοπούλειο, Κτίριο ξξξ, Βόλος'))!;
  assert.equal(match.level, 'place');
  assert.deepEqual(match.faults, [faultOf('locality', 'part_not_known')]);
});

test('a postal code with the town of its municipality is not a far hamlet of that name', async () => {
  const hamlet = settlement('hamlet', 'Άγιος Νικόλαος', [35.3346, 25.6624]);
  const index = geocoderOf({ settlements: [hamlet], boundaries: [] });
  const [first] = await geocode(index, { address: '72100 Άγιος Νικόλαος' });
  assert.equal(first?.match.level, 'postal_code');
  assert.equal(first.components.postal_code, '72100');
});

test('a municipality inside another is its own, though the hole in the other is missing', async () => {
  for (const order of [1, -1]) {
    const inside = box('municipality', 'Δήμος Νοτίου Πηλίου', [39.3, 22.9], [39.32, 22.95]);
    const around = box('municipality', 'Δήμος Βόλου', [39.28, 22.8], [39.45, 23.05]);
    const both = [inside, around].sort(() => order);
    const hamlet = settlement('hamlet', 'Εντοςχώρι', [39.31, 22.92]);
    const held = geocoderOf({ settlements: [hamlet], boundaries: both });
    assert.equal((await reverse(held, 39.31, 22.93))?.components.municipality, 'Νότιο Πήλιο');
    const [first] = await geocode(held, { address: 'Εντοςχώρι' });
    assert.equal(first?.components.municipality, 'Νότιο Πήλιο');
  }
});
