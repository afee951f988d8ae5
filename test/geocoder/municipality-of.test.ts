import assert from 'node:assert/strict';
import test from 'node:test';
import { municipalityOf } from '#domain/geocoder/municipality-of.ts';
import { national } from './national.ts';

const find = municipalityOf(national);
const at = (latitude: number, longitude: number) => ({ latitude, longitude });
const volos = at(39.3622, 22.9421);
const zografou = at(37.9778, 23.7705);

for (const [told, where, expected] of [
  ['the town in the nominative', { city: 'Βόλος', ...volos }, 'Βόλου'],
  ['the town in Latin letters', { city: 'Volos', ...volos }, 'Βόλου'],
  ['the municipality by its border', { area: 'Δήμος Βόλου', city: null, ...volos }, 'Βόλου'],
  ['the postal code', { city: null, postalCode: '38333', ...volos }, 'Βόλου'],
  ['nothing but the position', { city: null, ...volos }, 'Βόλου'],
  ['a town nobody knows', { city: 'Xyzzy', ...volos }, 'Βόλου'],
  ['a town far away', { city: 'Ρόδος', ...volos }, 'Βόλου'],
  ['a postal code far away', { city: null, postalCode: '85131', ...volos }, 'Βόλου'],
  ['Athens, in a town of its basin', { city: 'Αθήνα', ...zografou }, 'Ζωγράφου'],
  ['a code against a town', { city: 'Αθήνα', postalCode: '15772', ...zografou }, 'Ζωγράφου'],
  ['a position in Edirne', { city: null, ...at(41.677, 26.556) }, null],
  ['a place in Andorra', { city: 'Andorra la Vella', ...at(42.5, 1.52) }, null],
] as const) {
  test(`an address with ${told} has its municipality`, () => {
    assert.equal(find({ postalCode: null, ...where }), expected);
  });
}
