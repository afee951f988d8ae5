import { metresBetween } from '#tools/geo/earth.ts';
import { ownPositionMetres, settlementReach } from '../index/central-position.ts';
import type { SettlementKind, SettlementRow } from '../rows/country-rows.ts';
import type { LocalityRow, MunicipalityRow } from '../rows/geocoder-rows.ts';
import { nameKey } from '../text/stem.ts';
import type { MunicipalityAt } from './municipality-at.ts';

/** What a settlement of each kind is to the geocoder, and its inhabitants where not known. */
const kinds: Readonly<Record<SettlementKind, { kind: LocalityRow['kind']; population: number }>> = {
  city: { kind: 'settlement', population: 50_000 },
  town: { kind: 'settlement', population: 4_000 },
  village: { kind: 'settlement', population: 250 },
  hamlet: { kind: 'settlement', population: 40 },
  isolated_dwelling: { kind: 'settlement', population: 5 },
  suburb: { kind: 'quarter', population: 5_000 },
  quarter: { kind: 'quarter', population: 2_000 },
  neighbourhood: { kind: 'quarter', population: 700 },
  island: { kind: 'island', population: 300 },
  islet: { kind: 'island', population: 2 },
};

/** How far a place of each kind reaches where its area is not known, in metres. */
const usualReach = { quarter: 1_200, island: 3_000 } as const;

/** A suburb with this many inhabitants is a town of its own: Νίκαια of Piraeus. */
const leastTown = 10_000;

/** A settlement of the gazetteer whose own position is known is the same up to here, in metres. */
const sameMetres = 5_000;
/** A settlement at the point of its postal code may be this far beyond its accuracy. */
const atCodeMetres = 12_000;
/** In two sources, the same settlement is at most this far apart, in metres. */
const twiceMetres = 1_000;
/** An island's point may be any point of it; this far from the gazetteer's it is another, in metres. */
const sameIslandMetres = 15_000;

/** The gazetteer's localities and municipalities with imported settlements laid over them. */
interface MergedSettlements {
  readonly localities: readonly LocalityRow[];
  readonly municipalities: readonly MunicipalityRow[];
}

/**
 * Merges imported settlements with those of the gazetteer. Two of the same name close to each other
 * are the same: it has the imported position and population, and the gazetteer's postal codes and
 * other names. The main town of a municipality moves with it. Settlements far from Greece are left
 * out.
 */
export function mergeSettlements(
  gazetteer: MergedSettlements,
  imported: readonly SettlementRow[],
  municipalityAt: MunicipalityAt,
): MergedSettlements {
  const rows = onceEach(imported).flatMap(row => toLocality(row, municipalityAt) ?? []);
  const byKey = new Map<string, number[]>();
  rows.forEach((row, i) => {
    for (const key of new Set([row.name, ...row.otherNames].map(nameKey))) {
      byKey.set(key, [...(byKey.get(key) ?? []), i]);
    }
  });
  const rest = gazetteer.localities.filter(known => {
    const alike = (byKey.get(nameKey(known.name)) ?? []).filter(i => isSame(known, rows[i]!));
    const [same] = alike.toSorted(
      (a, b) =>
        Number(rows[b]!.municipality === known.municipality) -
          Number(rows[a]!.municipality === known.municipality) ||
        metresBetween(rows[a]!, known) - metresBetween(rows[b]!, known),
    );
    if (same !== undefined) rows[same] = asOne(rows[same]!, known);
    return same === undefined;
  });
  const own = Map.groupBy(rows, row => row.municipality);
  return {
    localities: [...rows.map(({ isEstimate: _, ...row }) => row), ...rest],
    municipalities: gazetteer.municipalities.map(row => withSeat(row, own.get(row.id) ?? [])),
  };
}

/** Two sources, such as extracts of neighbouring regions, may have the same settlement. */
function onceEach(imported: readonly SettlementRow[]): SettlementRow[] {
  const known = new Map<string, SettlementRow[]>();
  return imported.filter(row => {
    const key = `${kinds[row.kind].kind}/${nameKey(row.name)}`;
    const alike = known.get(key) ?? [];
    const isKnown = alike.some(
      other => other.source !== row.source && metresBetween(other, row) <= twiceMetres,
    );
    if (!isKnown) known.set(key, [...alike, row]);
    return !isKnown;
  });
}

interface Laid extends LocalityRow {
  /** Whether the number of its inhabitants is that of its kind. */
  readonly isEstimate: boolean;
}

function toLocality(row: SettlementRow, municipalityAt: MunicipalityAt): Laid | undefined {
  const municipality = municipalityAt(row);
  if (municipality === null) return undefined;
  const { kind: usual, population } = kinds[row.kind];
  const people = row.population ?? population;
  // OpenStreetMap calls a town beside a city a suburb.
  const isTown = usual === 'quarter' && people >= leastTown;
  const kind = isTown ? 'settlement' : usual;
  const reach = kind === 'settlement' ? settlementReach(people) : usualReach[kind];
  return {
    kind,
    name: row.name,
    otherNames: row.otherNames,
    municipality,
    population: people,
    isEstimate: row.population === null,
    postalCodes: [],
    latitude: row.latitude,
    longitude: row.longitude,
    accuracyMetres: Math.max(reach, row.reachMetres),
    source: row.source,
  };
}

function isSame(known: LocalityRow, row: Laid): boolean {
  if ((known.kind === 'island') !== (row.kind === 'island')) return false;
  const metres = metresBetween(known, row);
  if (known.kind === 'island') return metres <= sameIslandMetres + known.accuracyMetres;
  if (known.accuracyMetres <= ownPositionMetres) return metres <= sameMetres;
  const isNear = known.municipality === row.municipality ? known.accuracyMetres : 0;
  return metres <= atCodeMetres + isNear;
}

function asOne(row: Laid, known: LocalityRow): Laid {
  const names = new Set([...row.otherNames, known.name, ...known.otherNames]);
  names.delete(row.name);
  const isIsland = row.kind === 'island';
  return {
    ...row,
    kind: known.kind === 'settlement' ? known.kind : row.kind,
    otherNames: [...names],
    postalCodes: [...new Set([...row.postalCodes, ...known.postalCodes])],
    population: row.isEstimate ? (known.population ?? row.population) : row.population,
    isEstimate: row.isEstimate && known.population === null,
    // The gazetteer has what an island belongs to, which may be more than one municipality.
    municipality: isIsland ? known.municipality : row.municipality,
    accuracyMetres: isIsland
      ? Math.max(row.accuracyMetres, known.accuracyMetres)
      : row.accuracyMetres,
  };
}

/**
 * The position of a municipality is that of the town it is named after, else of its main town, as
 * imported. Κιλελέρ means that village or the municipality, not its main town Νίκαια.
 */
function withSeat(municipality: MunicipalityRow, own: readonly LocalityRow[]): MunicipalityRow {
  const { seat, nominative } = municipality;
  const towns = own
    .filter(row => row.kind === 'settlement')
    .toSorted((a, b) => (b.population ?? 0) - (a.population ?? 0));
  const named = (name: string) => towns.filter(row => nameKey(row.name) === nameKey(name));
  const isNear = (row: LocalityRow) => !seat || metresBetween(seat, row) <= sameMetres;
  const town = named(nominative)[0] ?? named(seat?.name ?? nominative).find(isNear);
  if (town === undefined) return municipality;
  const { name, latitude, longitude, accuracyMetres } = town;
  const population = Math.max(town.population ?? 0, isNear(town) ? 0 : (seat?.population ?? 0));
  const seatRow = { name, population, latitude, longitude, accuracyMetres, isImported: true };
  return { ...municipality, seat: seatRow };
}
