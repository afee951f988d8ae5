import assert from 'node:assert/strict';
import test from 'node:test';
import { geocode } from '#domain/geocoder/geocode.ts';
import { buildGeocoder } from '#domain/geocoder/index/build-index.ts';
import type { House, StreetRow } from '#domain/geocoder/rows/geocoder-rows.ts';
import { elot743 } from '#domain/geocoder/text/elot.ts';
import { streetKey } from '#domain/geocoder/text/fold.ts';
import { metresBetween } from '#tools/geo/earth.ts';
import { rows } from './national.ts';

/** Every 350th street of the country has houses: numbers 1, 2, 5, 6, 9, 10 … 10 m apart. */
const chosen = rows.streets.filter((_, i) => i % 350 === 0);
const codes = new Map(rows.postalCodes.map(code => [code.postalCode, code]));
const numbers = [1, 2, 5, 6, 9, 10, 13, 14];
const drawn = chosen.flatMap(street => numbers.map(number => houseOf(street, number)));
const houses = Map.groupBy(drawn, house => house.streetKey);
const isChosen = new Set(chosen);
const streets = rows.streets.map(street => ({ ...street, hasHouses: isChosen.has(street) }));
const index = buildGeocoder({ ...rows, streets });

function houseOf({ name, municipality, postalCode }: StreetRow, number: number): House {
  const { latitude, longitude } = codes.get(postalCode!)!;
  return {
    streetKey: streetKey(name, municipality),
    number: `${number}`,
    postalCode,
    latitude: latitude + number * 1e-4,
    longitude,
    source: 'drawn',
  };
}

const find = (address: string) =>
  geocode(index, { address, limit: 1 }, key => houses.get(key) ?? []);

test('no answer claims a house that is another one, whatever number is asked for', async () => {
  const levels: Record<string, number> = {};
  for (const [i, street] of chosen.entries()) {
    const number = 1 + (i % 16);
    const spelled = i % 2 === 0 ? street.name : elot743(street.name);
    const [found] = await find(`${spelled} ${number}, ${street.postalCode}`);
    const level = found?.match.level ?? 'nothing';
    levels[level] = (levels[level] ?? 0) + 1;
    if (level !== 'house_number') continue;
    assert.ok(numbers.includes(number), `${spelled} ${number} is not known`);
    assert.ok(metresBetween(found!, houseOf(street, number)) < 1, `${spelled} ${number}`);
  }
  assert.ok(levels.house_number! > chosen.length / 3, JSON.stringify(levels));
  assert.ok(levels.interpolated! > chosen.length / 5, JSON.stringify(levels));
});
