import assert from 'node:assert/strict';
import test from 'node:test';
import { openShapefile } from '#importing/readers/shapefile/shapefile.ts';
import { putShapefile } from './put-shapefile.ts';

test('the .prj gives the EPSG number of known systems', async () => {
  const greekGrid =
    'PROJCS["Greek_Grid",GEOGCS["GCS_GGRS_1987",DATUM["D_GGRS_1987",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",24.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]';
  const wgs84 =
    'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';
  const utm = (datum: string, meridian: number) =>
    greekGrid
      .replace('Greek_Grid', 'unnamed')
      .replaceAll('GGRS_1987', datum)
      .replace('n",24.0', `n",${meridian}.0`);
  const cases: [string | undefined, number | undefined][] = [
    [undefined, undefined],
    ['', undefined],
    [greekGrid, 2100],
    [
      greekGrid.replace('Greek_Grid', 'GGRS87 / Greek Grid').replace('GCS_GGRS_1987', 'GGRS87'),
      2100,
    ],
    [greekGrid.replace('"False_Northing",0.0', '"False_Northing",-4000000.0'), undefined],
    [greekGrid.replace(/\]$/, ',AUTHORITY["EPSG","2100"]]'), 2100],
    [greekGrid.replace('UNIT["Meter",1.0]', 'UNIT["metre",1,AUTHORITY["EPSG","9001"]]'), 2100],
    [wgs84, 4326],
    ['GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]]]', 4326],
    [wgs84.replaceAll('WGS_1984', 'ETRS_1989'), 4258],
    [wgs84.replaceAll('WGS_1984', 'GGRS_1987'), 4121],
    [wgs84.replaceAll('WGS_1984', 'Tokyo'), undefined],
    [
      `PROJCS["WGS_1984_Web_Mercator_Auxiliary_Sphere",${wgs84},PROJECTION["Mercator_Auxiliary_Sphere"]]`,
      3857,
    ],
    [`PROJCS["WGS 84 / Pseudo-Mercator",${wgs84},PROJECTION["Mercator_1SP"]]`, 3857],
    [`PROJCS["WGS_1984_UTM_Zone_34N",${wgs84},PROJECTION["Transverse_Mercator"]]`, undefined],
    [utm('GGRS_1987', 21), undefined],
    [utm('WGS_1984', 21), 32634],
    [utm('WGS_1984', 27), 32635],
    [utm('WGS_1984', -15), 32628],
    [utm('WGS_1984', 24), undefined],
    [utm('WGS_1984', 21).replace('500000', '1500000'), undefined],
    [utm('ETRS_1989', 21), 25834],
    [utm('ETRS_1989', 27), 25835],
    ['PROJCS["x",AUTHORITY["EPSG","900913"]]', 3857],
    ['PROJCS["x",AUTHORITY["ESRI","102100"]]', 3857],
    ['PROJCRS["x",BASEGEOGCRS["y"],ID["EPSG",2100]]', 2100],
  ];
  for (const [prj, epsg] of cases) {
    const reader = await openShapefile(putShapefile(prj === undefined ? {} : { prj }));
    assert.equal(reader.epsg, epsg, prj);
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
