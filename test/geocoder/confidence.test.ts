import assert from 'node:assert/strict';
import test from 'node:test';
import { geocode } from '../../src/geocoder/geocode.ts';
import { brief, find, national } from './national.ts';

test('a town without the street never becomes another town', async () => {
  const [found] = await find('Φωκίωνος Νέγρη 10, Λαμία');
  assert.equal(found?.components.municipality, 'Λαμία');
  assert.equal(found?.match.level, 'municipality');
  assert.ok(found!.match.faults.some(({ field }) => field === 'street'));
});

test('one typing error still finds the street, below every exact match', async () => {
  const [exact] = await find('Ιπποκράτους 67, Αθήνα');
  for (const slip of ['Ιποπκράτους', 'Ιπποκρτους', 'Ιπποκκράτουςς', 'Ιππωκράτοις', 'Ippokratuos']) {
    const [found] = await find(`${slip} 67, Αθήνα`);
    assert.equal(brief(found), 'Ιπποκράτους 67, 10680, Αθήνα', slip);
    assert.ok(found!.match.confidence < exact!.match.confidence, slip);
  }
});

test('a wrong number gives its street, with a fault', async () => {
  const [right] = await find('Σκουφά 24, Αθήνα');
  const [wrong] = await find('Βουκουρεστίου 999, Αθήνα');
  assert.equal(wrong?.components.street, 'Βουκουρεστίου');
  assert.equal(wrong?.components.municipality, 'Αθήνα');
  assert.ok(wrong!.match.partial);
  assert.ok(wrong!.match.faults.some(({ field }) => field === 'house_number'));
  assert.ok(wrong!.match.confidence <= right!.match.confidence);
});

test('a number outside the known ranges is not repeated and costs confidence', async () => {
  const [inside] = await find('Λυκαβηττού 8, 10671');
  const [outside] = await find('Λυκαβηττού 999, 10671');
  assert.equal(inside?.components.house_number, '8');
  assert.equal(outside?.components.street, 'Λυκαβηττού');
  assert.ok(outside!.match.confidence < inside!.match.confidence);
});

test('nothing claims a house where no house is known', async () => {
  for (const typed of ['Σκουφά 24, Αθήνα', 'Ερμού 5', 'Tsimiski 24, Thessaloniki']) {
    for (const { match } of await find(typed)) assert.equal(match.level, 'street');
  }
});

test('two towns with the street come back with equal confidence and no winner', async () => {
  const results = await find('Ερμού 5');
  assert.ok(results.length >= 2);
  assert.equal(results[0]!.match.confidence, results[1]!.match.confidence);
  assert.notEqual(results[0]!.components.municipality, results[1]!.components.municipality);
  assert.ok(results[0]!.match.confidence < 0.6);
});

test('1 is only for what is exact and unambiguous', async () => {
  assert.equal((await find('Σκουφά Νικολάου, 10673'))[0]?.match.confidence, 1);
  assert.equal((await find('Skoufa Nikolaou, 10673'))[0]?.match.confidence, 1);
  for (const doubt of [
    'Σκουφά, 10673',
    'Σκουφά Νικολάου 24, 10673',
    'Σκουφά Νικολάου',
    'Σκοφά Νικολάου, 10673',
    'Nikolau Skoyfa, 10673',
  ]) {
    assert.ok((await find(doubt))[0]!.match.confidence < 1, doubt);
  }
});

test('hints narrow the answer, and contradictions are named', async () => {
  const [byCity] = await find('Ερμού 5', { city: 'Πάτρα' });
  assert.equal(brief(byCity), 'Ερμού 5, 26221, Πάτρα');
  const [byCode] = await find('Ερμού 5', { postalCode: '262 21' });
  assert.equal(brief(byCode), 'Ερμού 5, 26221, Πάτρα');
  const [against] = await find('Σκουφά 24, Αθήνα', { postalCode: '54624' });
  assert.ok(against!.match.faults.some(({ field }) => field === 'postal_code' || field === 'city'));
  assert.ok(against!.match.confidence < 0.7);
  const [unknown] = await find('Σκουφά 24, Αθήνα', { city: 'Ατλαντίδα' });
  assert.ok(unknown!.match.faults.some(({ field }) => field === 'city'));
});

test('an unknown street gives the town or the postal code, with a fault', async () => {
  const [town] = await find('Ανύπαρκτηοδός 5, Λάρισα');
  assert.equal(town?.match.level, 'municipality');
  assert.equal(town?.components.municipality, 'Λάρισα');
  assert.ok(town!.match.faults.some(({ field }) => field === 'street'));
  const [code] = await find('Ανύπαρκτηοδός 5, 10673');
  assert.equal(code?.match.level, 'postal_code');
  assert.ok(code!.match.confidence < 0.5);
});

test('results are sorted by confidence', async () => {
  for (const typed of [
    'Ερμού 5',
    'Σκουφά 24',
    'Αγίου Νικολάου',
    'Παπανδρέου',
    'Καλλιθέα',
    '25ης Μαρτίου 4',
  ]) {
    const confidences = (await find(typed)).map(({ match }) => match.confidence);
    assert.deepEqual(
      confidences,
      confidences.toSorted((a, b) => b - a),
      typed,
    );
  }
});

test('limit and least confidence are kept', async () => {
  assert.equal((await geocode(national, { address: 'Ερμού', limit: 1 })).length, 1);
  assert.equal((await geocode(national, { address: 'Ερμού', limit: 20 })).length, 20);
  assert.equal((await geocode(national, { address: 'Ερμού', minConfidence: 0.9 })).length, 0);
});
