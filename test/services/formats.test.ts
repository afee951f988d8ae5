import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import {
  artefactNames,
  descriptions,
  keyOf,
  readArtefact,
} from '#app/services/artefacts/artefacts.ts';
import { ensureEdition, fillDemo } from '#app/services/artefacts/build.ts';
import { type BoundaryKind, settlementKinds } from '#domain/geocoder/rows/country-rows.ts';
import { propertyTypes } from '#domain/property/cost/building.ts';
import { addonBases, factorKinds, includedWorks } from '#domain/property/cost/cost-table.ts';
import { placeTypes } from '#domain/property/place-types.ts';
import { encode } from '#storage/store/artefacts/format.ts';
import { openSqliteStore } from '#storage/store/sqlite-store.ts';
import { type Layer, type LayerRows, replaceRows, type Store } from '#storage/store/store.ts';
import { hills, load, writeAscii } from '../grids/files.ts';
import { seeded } from '../seeded.ts';
import { now, provenance } from '../service.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { cityWays, wayRow } from '../walking/city.ts';

const file = 'test/services/formats.txt';
const { path: folder } = temporaryFolder();
const random = seeded(5);

const texts = ['Ερμού', 'Άγιος Νικόλαος ΙΙ', 'Saint-Denis', "O'Neil \u{1f3e0}"];
const pick = <T>(values: readonly T[], i: number) => values[i % values.length]!;
/** Null for each third, at other places than of other columns. */
const orNull = <T>(value: T, i: number, shift: number) => ((i + shift) % 3 === 0 ? null : value);
const around = () => ({
  latitude: 37.9 + Math.round(random() * 1e6) / 1e7,
  longitude: 23.7 + Math.round(random() * 1e6) / 1e7,
});
const rowsOf = <Row>(count: number, make: (i: number) => Row) =>
  Array.from({ length: count }, (_, i) => make(i));
const nameOf = (i: number) => `${pick(texts, i)} ${i % 977}`;
const others = (i: number) => texts.slice(0, i % 4).map(text => `${text} ${i}`);

/** 10,000 rows with every type and every attribute. */
const generated: { readonly [L in Layer]?: readonly LayerRows[L][] } = {
  places: rowsOf(3_000, i => ({
    external_id: `node/${i}`,
    name_en: orNull(nameOf(i), i, 0),
    name_gr: orNull(nameOf(i + 1), i, 1),
    place_category: orNull('amenity=example', i, 2),
    place_type: pick(placeTypes, i),
    ...around(),
  })),
  addresses: rowsOf(3_000, i => ({
    externalId: orNull(`way/${i}`, i, 0),
    street: `${pick(texts, i)} ${i % 300}`,
    houseNumber: orNull(`${1 + (i % 90)}${pick(['', 'Α', '-3'], i)}`, i, 1),
    postalCode: orNull('10563', i, 2),
    city: orNull('Αθήνα', i, 0),
    municipality: orNull('Αθηναίων', i, 1),
    ...around(),
    reachMetres: i % 500,
  })),
  settlements: rowsOf(1_000, i => ({
    externalId: `node/${i}`,
    kind: pick(settlementKinds, i),
    name: nameOf(i),
    otherNames: others(i),
    population: orNull(i * 7, i, 0),
    reachMetres: i % 900,
    ...around(),
  })),
  boundaries: rowsOf(40, i => {
    const { latitude, longitude } = around();
    const kinds: readonly BoundaryKind[] = [
      'region',
      'regional_unit',
      'municipality',
      'municipal_unit',
    ];
    const corner = (x: number, y: number) => [longitude + x / 100, latitude + y / 100] as const;
    const ring = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1), corner(0, 0)];
    const polygon = { type: 'Polygon', coordinates: [ring] } as const;
    const multi = { type: 'MultiPolygon', coordinates: [[ring]] } as const;
    return {
      ...{ externalId: `relation/${i}`, kind: pick(kinds, i), name: nameOf(i) },
      ...{ otherNames: others(i), latitude: latitude + 0.005, longitude: longitude + 0.005 },
      geometry: i % 2 === 0 ? polygon : multi,
    };
  }),
  named_places: rowsOf(2_000, i => ({
    ...{ externalId: `way/${i}`, name: nameOf(i), otherNames: others(i) },
    category: pick(['tourism=museum', 'natural=beach', 'place=square'], i),
    ...around(),
    reachMetres: i % 700,
  })),
  map: [...cityWays({ south: 38, west: 23, size: 22, blockMetres: 60, seed: 1 })].map((way, i) =>
    wayRow({ ...way, isSteps: i % 5 === 0, isOffGround: i % 7 === 0, isArea: false }),
  ),
  costs: [
    ...propertyTypes.flatMap((propertyType, i) => [
      {
        ...{
          postalPrefix: '10',
          propertyType,
          rateEurM2: 900 + i,
          validFrom: '2026-01-01',
          source: 'x',
        },
      },
      {
        ...{
          postalPrefix: '*',
          propertyType,
          rateEurM2: 800.5,
          validFrom: '2025-01-01',
          source: 'y',
        },
        ...{ includes: [...includedWorks], note: 'a note' },
      },
      { propertyType, method: 'ross', usefulLifeYears: 80, residualShare: 0.2 } as const,
    ]),
    ...factorKinds.map((kind, i) => ({
      ...{ kind, name: 'set', item: `item ${i}`, propertyType: '' as const, value: 1 + i / 10 },
      ...{ validFrom: '2026-01-01', source: 'z', note: 'a note' },
      ...(kind === 'addon' && { line: { order: 1, base: addonBases[0], isInAsIs: true } }),
    })),
  ],
};

async function fillGenerated(store: Store): Promise<void> {
  for (const [layer, rows] of Object.entries(generated)) {
    await replaceRows(store, layer as Layer, provenance, rows as never);
  }
  const path = `${folder}/hills.asc`;
  writeAscii(path, { west: 22.99, south: 37.99, step: 0.001, width: 30, height: 30 }, hills);
  await load(store, [path], { srid: 4326 });
}

/** The artefact, its format, and the hash of its bytes. */
async function linesOf(what: string, fill: (store: Store) => Promise<void>): Promise<string[]> {
  const store = openSqliteStore(':memory:', () => now);
  await fill(store);
  await ensureEdition(store);
  const sources = await store.loadedSources();
  const lines: string[] = [];
  for (const name of artefactNames) {
    const hash = createHash('sha256');
    const value = await readArtefact(store, name, keyOf(name, sources));
    for (const part of encode({ name, key: '' }, value)) hash.update(part);
    lines.push(`${name} ${what} ${descriptions[name].format} ${hash.digest('base64url')}`);
  }
  await store.close();
  return lines;
}

test('the bytes of an artefact change only with the number of its format', async () => {
  const lines = [
    ...(await linesOf('sample', fillDemo)),
    ...(await linesOf('generated', fillGenerated)),
  ];
  assert.deepEqual(
    lines,
    readFileSync(file, 'utf8').trim().split('\n'),
    `the bytes of an artefact have changed: raise its format in artefacts.ts, unless only data that ship have changed; then correct ${file}`,
  );
});
