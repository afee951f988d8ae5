import assert from 'node:assert/strict';
import { join } from 'node:path';
import test, { suite } from 'node:test';
import type { Parcel } from '#domain/property/parcels.ts';
import { gridsAtPoint } from '#features/report/grids-section.ts';
import { openSqliteStore } from '#storage/store/sqlite-store.ts';
import { replaceRows } from '#storage/store/store.ts';
import { fromWgs84, toWgs84 } from '#tools/geo/crs.ts';
import { metresPerDegree } from '#tools/geo/earth.ts';
import { square } from '../geo/square.ts';
import { load, writeAscii } from '../grids/files.ts';
import { rounds } from '../sample.ts';
import { openTestService, parcels, provenance } from '../service.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const { path: folder } = temporaryFolder();
const file = (name: string) => join(folder, name);

/** A plane that rises 20 m for each 100 m to the north and 10 m for each 100 m to the east. */
const [longitude, latitude] = [23.7005, 37.9005];
const ground = metresPerDegree(latitude);
const heightAt = (x: number, y: number) =>
  500 + 0.1 * (x - longitude) * ground.east + 0.2 * (y - latitude) * ground.north;

suite('GET /api/grids/', async () => {
  const store = openSqliteStore(':memory:');
  const { api, token, ...service } = await openTestService({ store });
  const ask = (query: string) => service.ask(`/api/grids/?${query}`);
  const first = async (query: string) => {
    const { status, body } = await ask(query);
    assert.equal(status, 200, JSON.stringify(body));
    return body.grids[0];
  };
  const plot = (number: number, west: number, south: number, size: number): Parcel => ({
    kaek: `0506817260${number}`,
    areaM2: 1,
    geometry: { type: 'Polygon', coordinates: [square(west, south, size)] },
  });
  await replaceRows(store, 'parcels', provenance, [
    ...parcels,
    plot(10, 23.7001, 37.9001, 0.0008),
    plot(11, 23.7005005, 37.9005005, 0.000001),
    plot(12, 23.6995, 37.9001, 0.001),
    plot(13, 25, 38, 0.001),
  ]);

  for (const [epsg, step] of [
    [4326, 0.00001],
    [3857, 1.3],
    [3035, 1],
    [2100, 1],
  ].slice(0, rounds(4, 1)) as [number, number][]) {
    test(`EPSG:${epsg}: slope and aspect are those of the ground`, async () => {
      const [x, y] = fromWgs84(epsg)!([longitude, latitude]);
      const place = { west: x - 20 * step, south: y - 20 * step, step, width: 40, height: 40 };
      writeAscii(file('plane.asc'), place, (column, row) => {
        const at = [place.west + (column + 0.5) * step, place.south + (39.5 - row) * step] as const;
        return heightAt(...(toWgs84(epsg)!(at) as [number, number]));
      });
      await load(store, [file('plane.asc')], { srid: epsg, source: 'plane' });
      const at = await first(`latitude=${latitude}&longitude=${longitude}&kinds=elevation`);
      assert.equal(at.result, 'measured');
      assert.ok(Math.abs(at.value - 500) < 1e-3, at.value);
      assert.ok(Math.abs(at.slope_percent - 22.36) < 0.02, at.slope_percent);
      // It falls to the south-southwest.
      assert.ok(Math.abs(at.aspect_degrees - 206.6) < 0.2, at.aspect_degrees);
      const told = [at.unit, at.source, at.date, at.coarser];
      assert.deepEqual(told, ['m', 'plane', '2024-05-31', false]);
    });
  }

  test('a parcel has the mean, the range and the shares above steps', async () => {
    // 100 × 100 cells of 0.00001°, from 0 in the west to 99 in the east; the north half is empty.
    const place = { west: 23.7, south: 37.9, step: 0.00001, width: 100, height: 100 };
    writeAscii(file('ramp.asc'), place, (column, row) => (row < 50 ? null : column));
    await load(store, [file('ramp.asc')], { srid: 4326, source: 'plane', kind: 'flood_depth' });
    const half = await first('kaek_code=050681726010&kinds=flood_depth&steps=-1,29.5,49.5,1000');
    assert.equal(half.result, 'partly_measured');
    assert.equal(half.value, 49.5);
    assert.deepEqual([half.range.min, half.range.max], [10, 89]);
    assert.equal(half.range.measured_share, 0.5);
    const shares = half.range.above.map(({ share }: { share: number }) => share);
    assert.deepEqual(shares, [1, 0.75, 0.5, 0]);
    assert.equal(half.slope_percent, null);
    const small = await first('kaek_code=050681726011&kinds=flood_depth&steps=1');
    assert.equal(small.result, 'no_data');
    const outside = await first('kaek_code=050681726013&kinds=flood_depth&steps=1');
    assert.deepEqual([outside.result, outside.value, outside.range], ['outside', null, null]);
    const edge = await first('kaek_code=050681726012&kinds=flood_depth');
    assert.deepEqual([edge.result, edge.range.measured_share], ['partly_measured', 0.2]);
    // A single centre lies in the parcel, and a quarter of the parcel outside of the grid.
    const coarse = { west: 23.7003, south: 37.9001, step: 0.0008, width: 2, height: 2 };
    writeAscii(file('coarse.asc'), coarse, () => 4);
    await load(store, [file('coarse.asc')], { srid: 4326, source: 'plane', kind: 'flood_depth' });
    const cut = await first('kaek_code=050681726010&kinds=flood_depth');
    assert.deepEqual([cut.result, cut.range.measured_share], ['partly_measured', 0.75]);
  });

  test('the finer of two files counts where it has a value, and seams are interpolated', async () => {
    const wide = { west: 23.7, south: 37.9, step: 0.0001, width: 10, height: 10 };
    const narrow = { west: 23.7, south: 37.9, step: 0.00001, width: 40, height: 40 };
    writeAscii(file('wide.asc'), wide, () => 7);
    writeAscii(file('left.asc'), narrow, () => 100);
    writeAscii(file('right.asc'), { ...narrow, west: 23.7004 }, column =>
      column > 20 ? null : 200,
    );
    const files = ['wide.asc', 'left.asc', 'right.asc'].map(file);
    await load(store, files, { srid: 4326, source: 'plane', kind: 'noise' });
    const at = async (x: number) =>
      (await first(`latitude=37.9002&longitude=${x}&kinds=noise`)).value;
    assert.deepEqual(
      [await at(23.7001), await at(23.7004), await at(23.7005), await at(23.7007)],
      [100, 150, 200, 7],
    );
  });

  test('without a grid, and outside of one, the value is null and the result says why', async () => {
    const [fire] = (await ask('latitude=37.9&longitude=23.7&kinds=fire')).body.grids;
    assert.deepEqual([fire.result, fire.value, fire.source], ['not_loaded', null, null]);
    const away = await first('latitude=40&longitude=23.7&kinds=noise');
    assert.deepEqual([away.result, away.value, away.source], ['outside', null, 'plane']);
  });

  test('an unknown parcel is 404, and the report has the section', async () => {
    assert.equal((await ask('kaek_code=050681726099')).status, 404);
    const { body } = await service.ask('/api/property-report/?kaek_code=050681726010');
    const noise = body.grids.grids.find(({ kind }: { kind: string }) => kind === 'noise');
    assert.equal(noise.result, 'measured');
  });

  test('an import between two readings makes no value missing', async () => {
    const place = { west: 23.7, south: 37.9, step: 0.001, width: 3, height: 3 };
    const replace = async (height: number) => {
      writeAscii(file('level.asc'), place, () => height);
      await load(store, [file('level.asc')], { srid: 4326, kind: 'noise', source: 'level' });
    };
    await replace(1);
    let imports = 0;
    const busy: typeof store = {
      ...store,
      async gridSquares(...asked) {
        if (imports++ === 0) await replace(2);
        return store.gridSquares(...asked);
      },
    };
    const [answer] = await gridsAtPoint(busy, 37.9015, 23.7015, ['noise']);
    assert.deepEqual([answer!.result, answer!.value], ['measured', 2]);
  });
});
