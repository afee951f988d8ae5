import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { GeocodeResult } from '#domain/geocoder/geocode-result.ts';
import { ktimaHere, newHome, serveHere } from './ktima.ts';

const houses = `street,house_number,postal_code,city,latitude,longitude
Σκουφά,20,10673,Αθήνα,37.9791,23.7371
Σκουφά,24,10673,Αθήνα,37.9795,23.7377
Ερμού,7,,Δήμος Βόλου,39.3616,22.9466
`;

test('a running service answers to imported houses as soon as /readyz reports the new index', async t => {
  const home = newHome();
  const service = await serveHere(home.env, '--demo');
  t.after(() => service.stop().then(home.remove));
  const ask = async (path: string): Promise<GeocodeResult> => {
    const response = await fetch(`${service.api}/api/geocoding/${path}`);
    return ((await response.json()) as { results: GeocodeResult[] }).results[0]!;
  };
  const search = (address: string) => ask(`address-search/?address=${encodeURIComponent(address)}`);
  assert.equal((await search('Skoufa 24, Athina')).match.level, 'street');

  writeFileSync(`${home.folder}/houses.csv`, houses);
  const run = await ktimaHere(home.env, ['import', 'addresses', `${home.folder}/houses.csv`]);
  assert.equal(run.code, 0, run.stderr);
  const here = () => ask('reverse/?latitude=37.97952&longitude=23.73772');
  const addressIndex = async () => {
    const ready = await fetch(`${service.api}/readyz`);
    return ((await ready.json()) as { address_index: string }).address_index;
  };
  let before = await here();
  for (let tries = 0; (await addressIndex()) === 'building'; tries++) {
    // No operation knows a house before all do.
    assert.notEqual(before.match.level, 'house_number');
    assert.ok(tries < 1_200, 'the new houses were not taken up in time');
    await sleep(50);
    before = await here();
  }

  const house = await search('Skoufa 24, Athina');
  assert.equal(house.match.level, 'house_number');
  assert.deepEqual([house.latitude, house.longitude], [37.9795, 23.7377]);
  assert.deepEqual([house.match.faults, house.source], [[], 'houses']);
  // The gazetteer's name and postal code are still those of the street.
  assert.equal(house.formatted_address, 'Σκουφά Νικολάου 24, 106 73 Αθήνα');

  const between = await search('Σκουφά 22, Αθήνα');
  assert.equal(between.match.level, 'interpolated');
  assert.ok(between.latitude > 37.9791 && between.latitude < 37.9795);

  const volos = await search('ermou 7 volos');
  assert.deepEqual([volos.match.level, volos.latitude], ['house_number', 39.3616]);

  const back = await here();
  assert.equal(back.formatted_address, house.formatted_address);

  const { stdout } = await ktimaHere(home.env, ['geocode', 'Σκουφά 24, Αθήνα']);
  assert.match(stdout, /house_number +Σκουφά Νικολάου 24, 106 73 Αθήνα/);
});
