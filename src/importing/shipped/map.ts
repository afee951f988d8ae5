import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Settlement, SettlementKind } from '#domain/geocoder/rows/country-rows.ts';
import type { ShippedMap } from '#domain/map/base-features.ts';
import { type MapFeature, openExtent } from '#domain/map/map-feature.ts';
import type { PolygonGeometry } from '#tools/geo/polygon.ts';
import { fromWkb, readWkb } from '#tools/geo/read-wkb.ts';
import type { LineGeometry } from '#tools/geo/wkb.ts';
import { toIsland, toSettlement } from './gazetteer/shipped-settlements.ts';
import { type Cells, dataFolder, readTable } from './shipped-table.ts';

/** Borders are Natural Earth's, which is in the public domain. */
const shippedLicences = [
  '© OpenStreetMap contributors, ODbL 1.0',
  '© GeoNames, CC BY 4.0',
] as const;

/** Reads the map that ships: land, borders between countries, and the settlements. */
export async function readShippedMap(): Promise<ShippedMap> {
  const [land, borders] = await Promise.all([readLand(), readData('borders.wkb')]);
  const settlements = await readSettlements();
  const names = await readTable('map-names.csv', toName);
  // Other requests run between the parts.
  await setImmediate();
  const landGeometry: PolygonGeometry = fromWkb(land);
  return {
    version: createHash('sha256').update(land).update(borders).digest('hex'),
    licences: shippedLicences,
    extent: extentAround(landGeometry, settlements),
    land: landGeometry,
    borders: readWkb(borders) as LineGeometry,
    settlements,
    names,
  };
}

/** The land that ships, with its attribution. */
export async function readShippedLand() {
  return { geometry: fromWkb(await readLand()), licence: shippedLicences[0] };
}

const readData = (name: string) => readFile(join(dataFolder, name));
const readLand = () => readData('land.wkb');

function extentAround(geometry: PolygonGeometry, settlements: readonly Settlement[]) {
  const extent = openExtent();
  for (const row of settlements) extent.add(row);
  extent.add({ geometry });
  return extent.box();
}

/** A row of map-names.csv. */
function toName(cells: Cells): MapFeature {
  return {
    externalId: '',
    layer: 'place',
    kind: cells.text('kind'),
    name: cells.text('name'),
    nameEn: cells.text('name_en'),
    ref: null,
    minZoom: cells.number('zoom'),
    rank: 0,
    geometry: {
      type: 'Point',
      coordinates: [cells.number('longitude'), cells.number('latitude')],
    },
  };
}

/** The least number of inhabitants of a city and of a town. */
const cityPopulation = 50_000;
const townPopulation = 5_000;

/** The shipped settlements and islands, as an import would bring them; for the map's labels. */
async function readSettlements(): Promise<Settlement[]> {
  const settlements = await readTable('settlements.csv', toSettlement);
  // The names of answers: Larissa, not Larisa.
  const english = new Map(
    await readTable('municipalities.csv', cells => {
      return [cells.textOrNull('nominative'), cells.textOrNull('english')] as const;
    }),
  );
  const namesOf = ({ name, otherNames }: Row) => [english.get(name) ?? [], otherNames].flat();
  const islands = await readTable('islands.csv', toIsland);
  return [
    ...settlements.map(row =>
      asSettlement({ ...row, otherNames: namesOf(row) }, kindOf(row.population ?? 0), 0),
    ),
    ...islands.map(row => asSettlement(row, 'island', row.accuracyMetres)),
  ];
}

type Row = Pick<Settlement, 'name' | 'otherNames' | 'population' | 'latitude' | 'longitude'>;

function asSettlement(row: Row, kind: SettlementKind, reachMetres: number): Settlement {
  const { name, otherNames, population, latitude, longitude } = row;
  return { externalId: null, kind, name, otherNames, population, latitude, longitude, reachMetres };
}

function kindOf(population: number): SettlementKind {
  if (population >= cityPopulation) return 'city';
  return population >= townPopulation ? 'town' : 'village';
}
