import assert from 'node:assert/strict';
import test from 'node:test';
import { geocodeId } from '#domain/geocoder/by-id.ts';
import { geocode } from '#domain/geocoder/geocode.ts';
import { withoutNoise } from '#domain/geocoder/query/noise.ts';
import { reverse } from '#domain/geocoder/reverse.ts';
import { suggest } from '#domain/geocoder/suggest.ts';
import { withinBoxes } from '#domain/geocoder/wanted.ts';
import { addressExample, pointExample } from '#features/api/addresses/address-answer.ts';
import { metresBetween } from '#tools/geo/earth.ts';
import { casesIn } from '../cases.ts';
import { brief, find, national, rows } from './national.ts';

/* What rows/ cannot hold: how the results of one address compare, and rules over many places. */

test('results are sorted by confidence, and none claims a house where no house is known', async () => {
  const streets = 'Ερμού 5|Σκουφά 24|Αγίου Νικολάου|Παπανδρέου|Καλλιθέα|25ης Μαρτίου 4';
  for (const typed of [...streets.split('|'), 'Tsimiski 24, Thessaloniki']) {
    const results = await find(typed);
    const confidences = results.map(({ match }) => match.confidence);
    const sorted = confidences.toSorted((a, b) => b - a);
    assert.deepEqual(confidences, sorted, typed);
    for (const { match } of results) assert.doesNotMatch(match.level, /house|interpolated/, typed);
  }
});

test('limit and least confidence are kept', async () => {
  assert.equal((await geocode(national, { address: 'Ερμού', limit: 1 })).length, 1);
  assert.equal((await geocode(national, { address: 'Ερμού', limit: 20 })).length, 20);
  assert.equal((await geocode(national, { address: 'Ερμού', minConfidence: 0.9 })).length, 0);
});

test('of towns of one name that have the street, each has its share of the inhabitants', async () => {
  const found = await find('Ερμού 5 Νέα Ιωνία');
  const shares = ['Νέα Ιωνία', 'Βόλος'].map(
    town => found.find(({ components }) => components.municipality === town)!.match.confidence,
  );
  assert.ok(shares[0]! > shares[1]! && shares[1]! > 0.2, `${shares}`);
  assert.ok(shares[0]! + shares[1]! <= 1, `${shares}`);
});

test('beside a street called just as typed there is no other of a like name', async () => {
  for (const typed of ['Κρίτωνος 5, Αθήνα', 'Παμφίλης 5, Αθήνα', 'Ιάσονος 155, Βόλος']) {
    const [first, ...others] = await find(typed);
    const { street } = first!.components;
    const elsewhere = others.filter(({ components }) => components.street !== street);
    assert.deepEqual(elsewhere.map(brief), []);
  }
});

test('a street that only sounds like the typed one, or has another given name, is hardly meant', async () => {
  const [, sound] = await find('Κλυτίου 5, Πάτρα');
  assert.ok(sound!.match.confidence < 0.3, `${sound!.match.confidence}`);
  assert.equal(sound!.match.faults[0]?.problem, 'the name is Κλειτίου');
  const results = await find('Μπενάκη Παναγή 10, Αθήνα');
  const other = results.find(({ components }) => components.street === 'Μπενάκη Εμμανουήλ');
  assert.ok(other === undefined || other.match.confidence < 0.7);
});

test('a long street gives one result for each postal code that fits', async () => {
  const results = await find('Βασιλίσσης Σοφίας, Αθήνα');
  const codes = results.map(({ components }) => components.postal_code);
  assert.equal(new Set(codes).size, results.length);
  assert.ok(results.length >= 5);
  assert.ok(results.every(({ components }) => components.street === 'Βασιλίσσης Σοφίας'));
});

test('the written address in Latin letters follows ELOT 743, with the English names of towns', async () => {
  const [found] = await find('Skoufa 24A, 10673');
  assert.equal(found?.formatted_address_en, 'Skoufa Nikolaou 24A, 106 73 Athens');
  const [avenue] = await find('Συγγρού 80, 11741');
  assert.equal(avenue?.formatted_address_en, 'Leof. Syngrou Andrea 80, 117 41 Athens');
});

test('the examples of the API are what the gazetteer answers', async () => {
  const [first] = await find('Egnatia 45 Thessaloniki');
  assert.deepEqual(first, addressExample);
  assert.deepEqual(await reverse(national, 37.98692, 23.73623), pointExample);
});

test('where the same street and number fit in other towns, they are named', async () => {
  const [first] = await find('Τσιμισκή 20');
  const towns = first!.match.also_in.map(({ town }) => town);
  assert.equal(towns.length, 5);
  assert.ok([first!.components.municipality, ...towns].includes('Θεσσαλονίκη'));
  assert.ok(!towns.includes(first!.components.municipality!));
  for (const { town, id, confidence } of first!.match.also_in) {
    assert.equal((await geocodeId(national, id))?.components.house_number, '20', town);
    assert.ok(confidence > 0 && confidence <= first!.match.confidence);
  }
  assert.deepEqual((await find('Τσιμισκή 20, Θεσσαλονίκη'))[0]?.match.also_in, []);
});

test('what is near is preferred among what fits alike, and a typed town stays', async () => {
  const near = { latitude: 38.2466, longitude: 21.7346 };
  const [first, second] = await geocode(national, { address: 'Ερμού 5', near });
  assert.equal(first?.components.municipality, 'Πάτρα');
  assert.ok(first.match.confidence > second!.match.confidence && first.match.confidence <= 1);
  const [asked] = await geocode(national, { address: 'Ερμού 5, Αθήνα', near });
  assert.equal(asked?.components.municipality, 'Αθήνα');
});

test('only what lies in a box and has a wanted level is found, also in a small town', async () => {
  const isWithin = withinBoxes([{ west: 26.5, south: 39.05, east: 26.6, north: 39.15 }]);
  const [only, other] = await geocode(national, { address: 'Ερμού 59', isWithin });
  assert.equal(only?.components.municipality, 'Μυτιλήνη');
  assert.ok(other === undefined || other.components.municipality === 'Μυτιλήνη');
  const [shown] = await suggest(national, { text: 'Ερμ', isWithin });
  assert.equal(shown?.components.municipality, 'Μυτιλήνη');
  assert.deepEqual(await geocode(national, { address: 'Ερμού 59', levels: ['place'] }), []);
  const towns = await suggest(national, { text: 'Βόλ', levels: ['municipality'] });
  assert.ok(towns.length > 0 && towns.every(({ level }) => level === 'municipality'));
});

test('parts of an address have the names that the world uses, and the official ones', async () => {
  for (const [address, municipality, region, official] of casesIn(`
    Ερμού 5, Αθήνα | Athens  | Attica          | Athina
    Κέρκυρα        | Corfu   | Ionian Islands  | Kerkyra
    Ρόδος          | Rhodes  | South Aegean    | Rodos
    Πειραιάς       | Piraeus | Attica          | Peiraias
    Χανιά          | Chania  | Crete           | Chania
  `)) {
    const [found] = await find(address);
    assert.equal(found?.components_en.municipality, municipality);
    assert.equal(found?.components_en.region, region);
    assert.equal(found?.components_elot.municipality, official);
    assert.equal(found?.country_code, 'GR');
  }
});

test('localities are in the nominative', () => {
  const names = new Set(rows.postalCodes.map(({ locality }) => locality));
  assert.ok(names.has('Κολωνάκι') && names.has('Νέα Χαλκηδόνα') && names.has('Γλυκά Νερά'));
  const genitives = [...names].filter(name => name && /(?:ου|ας|ης|ων)$/.test(name));
  assert.ok(genitives.length < 40, genitives.join(', '));
});

test('a house number given beside the street is read as one in the text', async () => {
  const query = { isStreet: true, city: 'Αθήνα' };
  for (const number of ['12', '12-14', '12Α', '12 a', '12/14', '12–14', '12Α-14Β']) {
    const inText = await geocode(national, { address: `Ερμού ${number}`, ...query });
    const beside = await geocode(national, { address: 'Ερμού', houseNumber: number, ...query });
    assert.deepEqual(beside, inText, number);
  }
});

test('islands are found by name, in either script', async () => {
  for (const island of rows.localities.filter(({ kind }) => kind === 'island')) {
    for (const name of [island.name, ...island.otherNames].filter(n => n.length >= 3)) {
      const results = await find(name);
      const near = results.some(
        found => metresBetween(found, island) <= Math.max(15_000, island.accuracyMetres),
      );
      assert.ok(near, `${name}: ${results[0]?.formatted_address}`);
    }
  }
});

test('a street that is not known in the town asked for gives the town', async () => {
  const towns = rows.localities.filter(
    ({ kind, population }) => kind === 'settlement' && (population ?? 0) >= 5_000,
  );
  assert.ok(towns.length > 150);
  const wrong: string[] = [];
  for (const town of towns) {
    const [first] = await find(`Ελευθερίου Βενιζέλου 12, ${town.name}`);
    const isThere =
      first && metresBetween(first, town) <= 5_000 + Math.min(5_000, first.match.accuracy_m);
    if (!isThere && first && first.match.confidence >= 0.5) {
      wrong.push(`${town.name}: ${first.formatted_address} ${first.match.confidence}`);
    }
  }
  assert.ok(wrong.length <= 0.05 * towns.length, wrong.join('\n'));
});

// Minutes with patterns that are not linear; an address of 256 characters once took 40 ms.
test('text that is almost an email address, a code or a bank costs one pass', () => {
  for (const part of ['@...', 'a@', '@.', 'kaek ', 'αφμ:', '(πρωην ', 'τραπεζα ']) {
    const { setAside } = withoutNoise(part.repeat(2_000));
    assert.deepEqual(setAside, [], part);
  }
  assert.deepEqual(withoutNoise('ερμου 5 a@b@c.d1@x.gr;1 αθηνα').text, 'ερμου 5  ;1 αθηνα');
  assert.deepEqual(withoutNoise('@a.gr ερμου').text, '@a.gr ερμου');
});
