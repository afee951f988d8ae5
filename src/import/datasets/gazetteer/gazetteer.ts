import type {
  GeocoderRows,
  MunicipalityRow,
  PostalCodeRow,
  StreetRow,
} from '../../../geocoder/rows.ts';
import { elot743 } from '../../../geocoder/text/elot.ts';
import { gazetteerSource } from '../../../store/store.ts';
import type { Fields } from '../fields.ts';
import { type CodePosition, type Correction, completePostalCodes } from './codes.ts';
import { openGazetteer } from './file.ts';
import {
  accentedNames,
  isSettlement,
  locateQuarter,
  partsOfMunicipalities,
  type Quarter,
  toLocality,
} from './localities.ts';
import { readNeighbours } from './neighbours.ts';
import { rangesOfColumns } from './numbers.ts';
import { readTable } from './read-table.ts';
import {
  namesIn,
  placeSettlements,
  seatsOf,
  toArea,
  toIsland,
  toSettlement,
} from './settlements.ts';

interface StreetRecord {
  postcode: string;
  name: string;
  odd_start: string | null;
  odd_end: string | null;
  even_start: string | null;
  even_end: string | null;
}

interface MunicipalityRecord {
  name: string;
  regional_unit: string;
  region: string;
}

/**
 * Reads the national gazetteer as the geocoder's rows: streets, postal codes and municipalities of
 * the npm package, with the name forms and corrections in `folder` (the shipped data).
 */
export async function readGazetteer(folder: string): Promise<GeocoderRows> {
  const corrections = await readTable(`${folder}/postal-codes.csv`, toCorrection);
  const aliases = new Map(await readTable(`${folder}/street-names.csv`, toAlias));
  const quarters = await readTable(`${folder}/quarters.csv`, toQuarter);
  const forms = new Map(await readTable(`${folder}/municipalities.csv`, toForms));
  const settlements = await readTable(`${folder}/settlements.csv`, toSettlement);
  const islands = await readTable(`${folder}/islands.csv`, toIsland);
  const areas = await readTable(`${folder}/areas.csv`, toArea);
  const neighbours = await readNeighbours(`${folder}/neighbours.geojson`);
  const db = openGazetteer();
  try {
    const records = db.prepare(streetSql).all() as unknown as StreetRecord[];
    const positions = db.prepare(positionSql).all() as unknown as CodePosition[];
    const municipalities = db.prepare(municipalitySql).all() as unknown as MunicipalityRecord[];
    const codes = completePostalCodes(
      positions,
      corrections,
      records.map(r => r.postcode),
    );
    const all = [...municipalities, ...corrections.map(asMunicipality)];
    const rows = toRows(records, codes, all, forms, aliases, quarters);
    const seats = seatsOf(settlements);
    return {
      ...rows,
      municipalities: rows.municipalities.map(row => ({ ...row, seat: seats.get(row.id) ?? null })),
      localities: [...placeSettlements(rows.localities, settlements), ...islands],
      areas,
      neighbours,
    };
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
  SELECT m.name, u.name AS regional_unit, r.name AS region
  FROM municipalities m
  JOIN regional_units u ON u.id = m.regional_unit_id
  JOIN regions r ON r.id = u.region_id`;

type Forms = Pick<MunicipalityRow, 'nominative' | 'english' | 'otherNames' | 'basin'>;

function toForms(fields: Fields): [string, Forms] {
  const nominative = fields.text('nominative');
  return [
    fields.text('genitive'),
    {
      nominative,
      english: fields.textOrNull('english') ?? elot743(nominative),
      otherNames: namesIn(fields.textOrNull('also')),
      basin: fields.textOrNull('basin'),
    },
  ];
}

/** The common name of a street with a different official name. */
function toAlias(fields: Fields): [string, string] {
  return [`${fields.text('municipality')}/${fields.text('name')}`, fields.text('also')];
}

function toQuarter(fields: Fields): Quarter {
  return {
    municipality: fields.text('municipality'),
    name: fields.text('name'),
    postalCodes: fields.matching('postal_codes', /^\d{5}( \d{5})*$/, 'postal codes').split(' '),
  };
}

function toCorrection(fields: Fields): Correction {
  return {
    postalCode: fields.matching('postal_code', /^\d{5}$/, 'five digits'),
    municipality: fields.text('municipality'),
    regionalUnit: fields.text('regional_unit'),
    region: fields.text('region'),
    latitude: fields.coordinate('latitude', 34, 42),
    longitude: fields.coordinate('longitude', 19, 30),
    accuracyMetres: fields.number('accuracy_m', 1, 100_000),
  };
}

function asMunicipality({ municipality, regionalUnit, region }: Correction): MunicipalityRecord {
  return { name: municipality, regional_unit: regionalUnit, region };
}

function toRows(
  records: readonly StreetRecord[],
  codes: readonly PostalCodeRow[],
  municipalities: readonly MunicipalityRecord[],
  forms: ReadonlyMap<string, Forms>,
  aliases: ReadonlyMap<string, string>,
  quarters: readonly Quarter[],
): Omit<GeocoderRows, 'areas'> {
  const byCode = new Map(codes.map(code => [code.postalCode, code]));
  const known = records.filter(record => byCode.has(record.postcode));
  const settlements = known.filter(isSettlement);
  const streets = known.filter(record => !isSettlement(record));
  const accented = accentedNames([...forms.values()]);
  const units = new Map(municipalities.map(({ name, regional_unit }) => [name, regional_unit]));
  return {
    municipalities: toMunicipalities(municipalities, forms),
    postalCodes: codes,
    localities: [
      ...settlements.map(({ name, postcode }) => {
        const code = byCode.get(postcode)!;
        const unit = units.get(code.municipality);
        return toLocality(name, code, accented, unit ? [unit, code.municipality] : []);
      }),
      ...partsOfMunicipalities(codes),
      ...quarters.map(quarter => locateQuarter(quarter, byCode)),
    ],
    streets: streets.map(record => toStreet(record, byCode.get(record.postcode)!, aliases)),
  };
}

function toMunicipalities(
  records: readonly MunicipalityRecord[],
  forms: ReadonlyMap<string, Forms>,
): MunicipalityRow[] {
  const unique = new Map(records.toReversed().map(record => [record.name, record]));
  return [...unique.values()].toReversed().map(({ name, regional_unit, region }) => ({
    id: name,
    regionalUnit: regional_unit,
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

function toStreet(
  record: StreetRecord,
  code: PostalCodeRow,
  aliases: ReadonlyMap<string, string>,
): StreetRow {
  const [, before, aside] = /^([^(]*)\((.*)\)$/.exec(record.name) ?? [];
  const plain = before?.trimEnd() ?? record.name;
  // In 8ης (Ογδόης) and Ε.Α.Μ. (Εθνικού …) the parentheses contain the full name, otherwise the quarter.
  const isName = aside !== undefined && /^\d+\p{L}+$|\p{L}\.\p{L}/u.test(plain);
  const alias = aliases.get(`${code.municipality}/${plain}`);
  return {
    name: plain,
    otherNames: [isName ? aside : undefined, alias].filter(name => name !== undefined),
    municipality: code.municipality,
    locality: aside !== undefined && !isName ? aside : code.locality,
    postalCode: code.postalCode,
    ranges: rangesOfColumns(record),
    position: null,
    hasHouses: false,
    source: gazetteerSource,
  };
}
