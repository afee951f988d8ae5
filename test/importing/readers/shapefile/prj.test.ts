import assert from 'node:assert/strict';
import test from 'node:test';
import { openShapefile } from '#importing/readers/shapefile/shapefile.ts';
import { putShapefile } from './put-shapefile.ts';

test('the .prj gives the EPSG number of its system', async () => {
  const wgs84 =
    'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]]]';
  assert.equal((await openShapefile(putShapefile({ prj: wgs84 }))).epsg, 4326);
  for (const parts of [{}, { prj: '' }]) {
    assert.equal((await openShapefile(putShapefile(parts))).epsg, undefined);
  }
});

test('the name of the system in the .prj is returned unchanged', async () => {
  const cases: [string | undefined, string | undefined][] = [
    ['PROJCS["Greek_Grid_shifted",GEOGCS["GCS_GGRS_1987"]]', 'Greek_Grid_shifted'],
    ['  GEOGCS [ "My own" ]', 'My own'],
    ['+proj=tmerc +lat_0=0', '+proj=tmerc +lat_0=0'],
    ['', undefined],
    [undefined, undefined],
  ];
  for (const [prj, crsName] of cases) {
    const reader = await openShapefile(putShapefile(prj === undefined ? {} : { prj }));
    assert.equal(reader.crsName, crsName, prj);
  }
});
