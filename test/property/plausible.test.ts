import assert from 'node:assert/strict';
import test from 'node:test';
import { propertyTypes } from '../../src/property/building.ts';
import { areasOfTypesM2, implausibleValues } from '../../src/property/plausible.ts';

test('an area that the type does not have is noted, with the areas that it has', () => {
  const notes = (propertyType: 'storage' | 'apartment', buildAreaM2: number) =>
    implausibleValues({ propertyType, buildAreaM2 }, 2026);
  assert.deepEqual(notes('storage', 201), [
    'build_area: 201 m² is unusual; most of the type storage are 1 to 200 m²',
  ]);
  assert.deepEqual(notes('storage', 3_444), [
    'build_area: 3444 m² is unusual; most are 10 to 2000 m²',
  ]);
  assert.deepEqual([notes('storage', 200), notes('apartment', 201)], [[], []]);
});

test('the limits of every type are in order', () => {
  for (const type of propertyTypes) {
    const { least, most } = areasOfTypesM2[type];
    assert.ok(least >= 1 && least < most, type);
  }
});
