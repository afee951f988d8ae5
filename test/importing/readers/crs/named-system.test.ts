import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import test from 'node:test';
import { systemInProjJson, systemInWkt } from '#importing/readers/crs/named-system.ts';
import { assertHas, casesIn } from '../../../cases.ts';
import { needProgram } from '../../../programs.ts';

needProgram('gdalsrsinfo', 'gdal-bin');

const greekGrid =
  'PROJCS["GGRS87_Greek_Grid",GEOGCS["GCS_GGRS_1987",DATUM["D_GGRS_1987",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",24.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]';
const changed = (...changes: [string | RegExp, string][]) =>
  changes.reduce((text, [from, to]) => {
    assert.notEqual(text.replace(from, to), text, String(from));
    return text.replace(from, to);
  }, greekGrid);
const shifted = (shift: string) => changed([']],PRIMEM', `],TOWGS84[${shift}]],PRIMEM`]);

const wgs84 =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';
const other = (wkt: string, problem: string) => assertNames('EPSG:2100', wkt, problem);
function assertNames(named: string, wkt: string, problem: string, number?: number): void {
  const { epsg, crsName, crsProblem } = systemInWkt(wkt, number);
  assert.deepEqual([epsg, crsName], [undefined, 'GGRS87_Greek_Grid']);
  assert.equal(crsProblem, `it names ${named}, but ${problem}`);
}

test('a system that contradicts its own name or number is not read', () => {
  // What is in the text, what replaces it, and the problem.
  for (const [from, to, problem] of casesIn(`
    D_GGRS_1987                | D_European_1950         | its datum is "D_European_1950", expected GGRS87
    GCS_GGRS_1987              | GCS_ETRS_1989           | "GCS_ETRS_1989" is on another datum than GGRS87
    UNIT["Meter",1.0]          | UNIT["Foot_US",0.3048006096012192] | its unit is "Foot_US" of 0.3048006096012192 m, expected metres
    "Degree",0.0174532925199433 | "Grad",0.015707963267949 | its unit of angles is "Grad", expected degrees
    "GRS_1980",6378137.0,298.257222101 | "Bessel_1841",6377397.155,299.1528128 | its ellipsoid is "Bessel_1841" (6377397.155, 299.1528128), expected GRS 1980 or WGS 84
    "Greenwich",0.0            | "Athens",23.7163375     | its prime meridian is 23.7163375, expected 0
    "Central_Meridian",24.0    | "Central_Meridian",21.0 | its central meridian is 21, expected 24
    0.9996                     | 1.0                     | its scale factor is 1, expected 0.9996
    "False_Northing",0.0       | "False_Northing",-4000000.0 | its false northing is -4000000, expected 0
    PARAMETER["False_Easting",500000.0], |               | its false easting is missing, expected 500000
    Transverse_Mercator        | Lambert_Conformal_Conic | its projection is "Lambert_Conformal_Conic", expected Transverse Mercator
  `)) {
    other(changed([from, to]), problem);
  }
  const datum = 'its datum is "D_WGS_1984", expected GGRS87';
  other(changed(['D_GGRS_1987', 'D_WGS_1984'], ['GRS_1980', 'WGS_1984']), datum);
  other(changed([/\]$/, ',AUTHORITY["EPSG","2100"]]'], ['D_GGRS_1987', 'D_WGS_1984']), datum);
  other(
    changed(['UNIT["Meter",1.0]', 'UNIT["Kilometer",1000.0]'], ['500000.0', '500.0']),
    'its unit is "Kilometer" of 1000 m, expected metres; its false easting is 500, expected 500000',
  );
  for (const shift of ['0, 0, 0, 0, 0, 0, 0', '-199.87, 74.79, 246.62, 0, 0, 1.5, 0']) {
    other(shifted(shift), `its TOWGS84 is ${shift}, expected -199.87, 74.79, 246.62`);
  }
  const named = `PROJCS["WGS_1984_UTM_Zone_34N",${wgs84},PROJECTION["Transverse_Mercator"]]`;
  const missing = 'it names EPSG:32634, but its central meridian is missing, expected 21;';
  assertHas(systemInWkt(named).crsProblem, missing);
  const utm = changed([/\]$/, ',AUTHORITY["EPSG","32634"]]']);
  assertHas(systemInWkt(utm).crsProblem, 'it names EPSG:32634, but its name is "GGRS87_Greek');
  const { crsProblem } = systemInWkt(greekGrid, 25834);
  assertHas(crsProblem, 'it names EPSG:25834, but its name is "GGRS87_Greek_Grid"');
  const own = changed([/\]$/, ',AUTHORITY["EPSG","2100"]]']);
  const both = 'it names EPSG:4326, but its definition is that of EPSG:2100';
  assert.equal(systemInWkt(own, 4326).crsProblem, both);
});
const auxiliary = 'PROJECTION["Mercator_Auxiliary_Sphere"]';
const unnamed = changed(
  ...(['GGRS87_Greek_Grid', 'GCS_GGRS_1987', 'D_GGRS_1987'] as const).map(
    (name, i): [string, string] => [name, i < 2 ? 'x' : 'D_unknown'],
  ),
);
const utm = (datum: string, meridian: number) =>
  changed(['GGRS87_Greek_Grid', 'unnamed'])
    .replace('24.0', `${meridian}.0`)
    .replaceAll('GGRS_1987', datum);
test('what agrees is read, also if parts of it are not given', () => {
  const cases: [string, number | undefined][] = [
    [greekGrid, 2100],
    [changed(['GGRS87_Greek_Grid', 'GGRS87 / Greek Grid'], ['GCS_GGRS_1987', 'GGRS87']), 2100],
    [shifted('-199.87,74.79,246.62'), 2100],
    [shifted('-199.87,74.79,246.62,0,0,0,0'), 2100],
    [changed(['GGRS87_Greek_Grid', 'unnamed']), 2100],
    [changed(['PARAMETER["Latitude_Of_Origin",0.0],', '']), 2100],
    [changed(['GCS_GGRS_1987', 'unknown'], ['D_GGRS_1987', 'D_unknown']), 2100],
    [changed([/$/, ',VERTCS["EGM96",VDATUM["x"],UNIT["Foot",0.3048]]']), 2100],
    [changed(['UNIT["Meter",1.0]', 'UNIT["metre",1,AUTHORITY["EPSG","9001"]]']), 2100],
    [changed(['GGRS87_Greek_Grid', 'unnamed'], ['Transverse_Mercator', 'Krovak']), undefined],
    [
      changed(['GGRS87_Greek_Grid', 'unnamed'], [/"Central_Meridian",24/, '"Central_Meridian",21']),
      undefined,
    ],
    [unnamed, undefined],
    [wgs84, 4326],
    ['GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]]]', 4326],
    [wgs84.replaceAll('WGS_1984', 'ETRS_1989'), 4258],
    [wgs84.replaceAll('WGS_1984', 'GGRS_1987'), 4121],
    [wgs84.replaceAll('WGS_1984', 'Tokyo'), undefined],
    [`PROJCS["WGS_1984_Web_Mercator_Auxiliary_Sphere",${wgs84},${auxiliary}]`, 3857],
    [`PROJCS["WGS 84 / Pseudo-Mercator",${wgs84},PROJECTION["Mercator_1SP"]]`, 3857],
    [utm('WGS_1984', 21), 32634],
    [utm('WGS_1984', 27), 32635],
    [utm('WGS_1984', -15), 32628],
    [utm('WGS_1984', 24), undefined],
    [utm('WGS_1984', 21).replace('500000', '1500000'), undefined],
    [utm('ETRS_1989', 21), 25834],
    [utm('ETRS_1989', 27), 25835],
    ['PROJCS["x",AUTHORITY["EPSG","3035"]]', 3035],
    ['PROJCS["x",AUTHORITY["EPSG","900913"]]', 3857],
    ['PROJCS["x",AUTHORITY["ESRI","102100"]]', 3857],
    ['PROJCRS["x",BASEGEOGCRS["y"],ID["EPSG",2100]]', 2100],
    ['GEOGCS("WGS 84")', 4326],
    ['', undefined],
    [`${'A['.repeat(60)}1`, undefined],
  ];
  for (const [wkt, epsg] of cases) {
    const system = systemInWkt(wkt);
    assert.deepEqual([system.epsg, system.crsProblem], [epsg, undefined], wkt);
  }
});

test('systems are read in each notation of GDAL, with and without its number', () => {
  for (const epsg of [2100, 4326, 3857, 25835]) {
    const all = execFileSync('gdalsrsinfo', ['-o', 'all', `EPSG:${epsg}`], { encoding: 'utf8' });
    const texts = all.match(/^(?:PROJC|GEOGC|GEODC|\{).*\n(?:.+\n)+/gm) ?? [];
    assert.ok(texts.length >= 6, all);
    for (const text of texts) {
      const plain = text.replace(
        /,\s*(?:AUTHORITY|ID)\["EPSG",\s*"?\d+"?\]|,\s*"id": \{[^}]*\}/g,
        '',
      );
      for (const one of [text, plain]) {
        const system = one.startsWith('{') ? systemInProjJson(JSON.parse(one)) : systemInWkt(one);
        assert.deepEqual([system.epsg, system.crsProblem], [epsg, undefined], one);
      }
    }
  }
});

test('PROJJSON that contradicts itself is not read', () => {
  const json = JSON.parse(
    execFileSync('gdalsrsinfo', ['-o', 'projjson', 'EPSG:2100'], { encoding: 'utf8' }),
  );
  const problemOf = (change: object) => systemInProjJson({ ...json, ...change }).crsProblem;
  assert.equal(problemOf({}), undefined);
  assert.match(
    problemOf({ id: { authority: 'EPSG', code: 32634 } })!,
    /but its name is "GGRS87 \//,
  );
  const foot = { type: 'LinearUnit', name: 'foot', conversion_factor: 0.3048 };
  const axis = [{ direction: 'east', unit: foot }];
  assert.match(problemOf({ coordinate_system: { axis } })!, /its unit is "foot" of 0.3048 m/);
  const datum = { name: 'World Geodetic System 1984' };
  assert.match(problemOf({ base_crs: { name: 'GGRS87', datum } })!, /datum is "World Geodetic/);
  const parameters = ['X', 'Y', 'Z'].map(axis => ({ name: `${axis}-axis translation`, value: 1 }));
  const bound = { type: 'BoundCRS', source_crs: json, transformation: { parameters } };
  assert.match(systemInProjJson(bound).crsProblem!, /its TOWGS84 is 1, 1, 1, 0, 0, 0, 0/);
});
