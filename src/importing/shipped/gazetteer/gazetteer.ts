import { readFile } from 'node:fs/promises';
import type {
  GeocoderRows,
  MunicipalityRow,
  NeighbourRows,
  PostalCodeRow,
} from '#domain/geocoder/rows/geocoder-rows.ts';
import { elot743 } from '#domain/geocoder/text/elot.ts';
import { fold } from '#domain/geocoder/text/fold.ts';
import type { PolygonGeometry, Position } from '#tools/geo/polygon.ts';
import { type Cells, readTable } from '../shipped-table.ts';
import { type CodePosition, type Correction, completePostalCodes, toCorrection } from './codes.ts';
import {
  accentedNames,
  inNominative,
  isSettlement,
  locateQuarter,
  partsOfMunicipalities,
  type Quarter,
  toLocality,
  toQuarter,
} from './localities.ts';
import {
  type MunicipalUnit,
  placeSettlements,
  placeUnits,
  seatsOf,
  toArea,
  toIsland,
  toSettlement,
  toUnits,
} from './shipped-settlements.ts';
import { type StreetRecord, toStreet } from './shipped-streets.ts';
import { type OwnFile, openGazetteer, pathOf } from './source.ts';

interface MunicipalityRecord {
  readonly name: string;
  readonly regionalUnit: string;
  readonly region: string;
}

const readOwn = <T>(name: OwnFile, toRow: (cells: Cells) => T) => readTable(name, toRow);

/**
 * Reads the national gazetteer as the geocoder's rows: streets, postal codes and municipalities of
 * the npm package, with the name forms and corrections of the shipped data.
 */
export async function readGazetteer(): Promise<GeocoderRows> {
  const corrections = await readOwn('postal-codes.csv', toCorrection);
  const aliases = new Map(await readOwn('street-names.csv', toAlias));
  const quarters = await readOwn('quarters.csv', toQuarter);
  const forms = new Map(await readOwn('municipalities.csv', toForms));
  const settlements = await readOwn('settlements.csv', toSettlement);
  const islands = await readOwn('islands.csv', toIsland);
  const areas = await readOwn('areas.csv', toArea);
  const usual = await readOwn('english-names.csv', toEnglish);
  const neighbours = await readNeighbours();
  const records = readPackage<StreetRecord>(streetSql);
  const positions = readPackage<CodePosition>(positionSql);
  const municipalities = readPackage<MunicipalityRecord>(municipalitySql);
  const codes = completePostalCodes(
    positions,
    corrections,
    records.map(record => record.postcode),
  );
  const all = [...municipalities, ...corrections.map(asMunicipality)];
  const rows = toRows(records, codes, settlements, all, forms, aliases, quarters);
  const seats = seatsOf(settlements);
  const placed = placeUnits(
    await readMunicipalUnits(),
    placeSettlements(rows.localities, settlements),
  );
  return {
    ...rows,
    municipalities: rows.municipalities.map(row => ({ ...row, seat: seats.get(row.id) ?? null })),
    localities: [...placed.localities, ...islands],
    areas: [...areas, ...placed.areas],
    english: new Map([
      ...[...forms.values()].map(({ nominative, english }) => [nominative, english] as const),
      ...usual,
    ]),
    neighbours,
  };
}

/** The municipal units of 2011, each with its municipality. */
export async function readMunicipalUnits(): Promise<MunicipalUnit[]> {
  const own = await readOwn('municipal-units.csv', toUnits);
  return [...readPackage<MunicipalUnit>(unitSql), ...own.flat()];
}

function readPackage<T>(sql: string): T[] {
  const db = openGazetteer();
  try {
    return db.prepare(sql).all() as unknown as T[];
  } finally {
    db.close();
  }
}

const streetSql = 'SELECT postcode, name, odd_start, odd_end, even_start, even_end FROM streets';
const positionSql = `
  SELECT l.postcode AS postalCode, l.latitude, l.longitude, m.name AS municipality,
    coalesce(l.local_area, c.name, u.name) AS locality
  FROM locations l
  JOIN municipalities m ON m.id = l.municipality_id
  LEFT JOIN communities c ON c.id = l.community_id
  LEFT JOIN municipal_units u ON u.id = l.municipal_unit_id`;
const municipalitySql = `
  SELECT m.name, u.name AS regionalUnit, r.name AS region
  FROM municipalities m
  JOIN regional_units u ON u.id = m.regional_unit_id
  JOIN regions r ON r.id = u.region_id`;

const unitSql = `
  SELECT u.name AS unit, m.name AS municipality
  FROM municipal_units u
  JOIN municipalities m ON m.id = u.municipality_id`;

interface BorderLines {
  readonly type: 'MultiLineString';
  readonly coordinates: readonly (readonly Position[])[];
}

/** The countries beside Greece, from Natural Earth. */
async function readNeighbours(): Promise<NeighbourRows> {
  const text = await readFile(pathOf('neighbours.geojson'), 'utf8');
  const { features } = JSON.parse(text) as {
    features: readonly { geometry: PolygonGeometry | BorderLines }[];
  };
  const geometries = features.map(({ geometry }) => geometry);
  return {
    land: geometries.filter(geometry => geometry.type !== 'MultiLineString'),
    border: geometries.flatMap(one => (one.type === 'MultiLineString' ? one.coordinates : [])),
  };
}

/** The official name of each municipality by its folded names; a name that two have is left out. */
export async function readMunicipalityNames(): Promise<ReadonlyMap<string, string>> {
  const official = new Map<string, string>();
  const ambiguous = new Set<string>();
  for (const [genitive, { nominative, english, otherNames }] of await readOwn(
    'municipalities.csv',
    toForms,
  )) {
    for (const name of new Set([genitive, nominative, english, ...otherNames].map(fold))) {
      if (official.has(name)) ambiguous.add(name);
      official.set(name, genitive);
    }
  }
  for (const name of ambiguous) official.delete(name);
  return official;
}

type Forms = Pick<MunicipalityRow, 'nominative' | 'english' | 'otherNames' | 'basin'>;

function toForms(cells: Cells): [string, Forms] {
  const nominative = cells.text('nominative');
  return [
    cells.text('genitive'),
    {
      nominative,
      english: cells.textOrNull('english') ?? elot743(nominative),
      otherNames: cells.texts('also'),
      basin: cells.textOrNull('basin'),
    },
  ];
}

function toEnglish(cells: Cells): [string, string] {
  return [cells.text('greek'), cells.text('english')];
}

/** The common name of a street with a different official name. */
function toAlias(cells: Cells): [string, string] {
  return [`${cells.text('municipality')}/${cells.text('name')}`, cells.text('also')];
}

function asMunicipality({ municipality, regionalUnit, region }: Correction): MunicipalityRecord {
  return { name: municipality, regionalUnit, region };
}

function toRows(
  records: readonly StreetRecord[],
  rawCodes: readonly PostalCodeRow[],
  named: readonly { readonly name: string; readonly municipality: string }[],
  municipalities: readonly MunicipalityRecord[],
  forms: ReadonlyMap<string, Forms>,
  aliases: ReadonlyMap<string, string>,
  quarters: readonly Quarter[],
): Omit<GeocoderRows, 'areas'> {
  const municipalityOf = new Map(rawCodes.map(code => [code.postalCode, code.municipality]));
  const known = records.filter(record => municipalityOf.has(record.postcode));
  const settlements = known.filter(isSettlement);
  const streets = known.filter(record => !isSettlement(record));
  const codes = inNominative(rawCodes, [
    ...settlements.map(({ name, postcode }) => ({
      name,
      municipality: municipalityOf.get(postcode)!,
    })),
    ...named,
    ...quarters,
    ...[...forms].map(([id, { nominative }]) => ({ municipality: id, name: nominative })),
  ]);
  const byCode = new Map(codes.map(code => [code.postalCode, code]));
  const accented = accentedNames([...forms.values()]);
  const units = new Map(municipalities.map(({ name, regionalUnit }) => [name, regionalUnit]));
  const villages = settlements.map(({ name, postcode }) => {
    const code = byCode.get(postcode)!;
    const unit = units.get(code.municipality);
    return toLocality(name, code, accented, unit ? [unit, code.municipality] : []);
  });
  return {
    municipalities: toMunicipalities(municipalities, forms),
    postalCodes: codes,
    localities: [
      ...villages,
      ...partsOfMunicipalities(codes, [...villages, ...quarters]),
      ...quarters.map(quarter => locateQuarter(quarter, byCode)),
    ],
    streets: streets.map(record => toStreet(record, byCode.get(record.postcode)!, aliases)),
  };
}

function toMunicipalities(
  records: readonly MunicipalityRecord[],
  forms: ReadonlyMap<string, Forms>,
): MunicipalityRow[] {
  // The corrections come last, and count.
  const unique = new Map(records.map(record => [record.name, record]));
  return [...unique.values()].map(({ name, regionalUnit, region }) => ({
    id: name,
    regionalUnit,
    region,
    seat: null,
    ...(forms.get(name) ?? {
      nominative: name,
      english: elot743(name),
      otherNames: [],
      basin: null,
    }),
  }));
}
