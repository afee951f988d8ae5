import assert from 'node:assert/strict';
import test from 'node:test';
import { municipalityOf } from '#domain/geocoder/municipality-of.ts';
import { casesIn } from '../cases.ts';
import { national } from './national.ts';

const find = municipalityOf(national);
const positions = {
  volos: [39.3622, 22.9421],
  zografou: [37.9778, 23.7705],
  edirne: [41.677, 26.556],
};
const at: Record<string, { latitude: number; longitude: number }> = Object.fromEntries(
  Object.entries({ ...positions, andorra: [42.5, 1.52] }).map(([name, [latitude, longitude]]) => [
    ...[name, { latitude: latitude!, longitude: longitude! }],
  ]),
);

test('an address has its municipality, whatever of it is known', () => {
  for (const [why, told, where, expected] of casesIn(`
    the town in the nominative          | city Βόλος                  | volos    | Βόλου
    the town in Latin letters           | city Volos                  | volos    | Βόλου
    the municipality by its border      | area Δήμος Βόλου            | volos    | Βόλου
    the postal code                     | postalCode 38333            | volos    | Βόλου
    nothing but the position            |                             | volos    | Βόλου
    a town nobody knows                 | city Xyzzy                  | volos    | Βόλου
    a town far away                     | city Ρόδος                  | volos    | Βόλου
    a postal code far away              | postalCode 85131            | volos    | Βόλου
    Athens, in a town of its basin      | city Αθήνα                  | zografou | Ζωγράφου
    a code against a town               | city Αθήνα, postalCode 15772 | zografou | Ζωγράφου
    a position in Edirne                |                             | edirne
    a place in Andorra                  | city Andorra la Vella       | andorra
  `)) {
    const fields = told.split(', ').map(one => [/^\w*/.exec(one)![0], one.replace(/^\w+ /, '')]);
    const address = { city: null, postalCode: null, ...Object.fromEntries(fields), ...at[where]! };
    assert.equal(find(address), expected || null, why);
  }
});
