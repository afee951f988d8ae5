import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { linkBoundaries } from '#domain/geocoder/country/add-country.ts';
import { withImportedBorders } from '#domain/geocoder/country/municipality.ts';
import {
  openMunicipalityNames,
  plainAreaName,
} from '#domain/geocoder/country/municipality-names.ts';
import type { BoundaryRow } from '#domain/geocoder/rows/country-rows.ts';
import { fold } from '#domain/geocoder/text/fold.ts';
import { readKind, type ZoneKind } from '#domain/zones/kind.ts';
import type { ZoneAttributes, ZoneSet } from '#domain/zones/zone.ts';
import { readMappings } from '#importing/column-renamer.ts';
import type { Dataset } from '#importing/datasets/dataset.ts';
import { geometryReader } from '#importing/datasets/geometry-column.ts';
import { readDay, zonesOf } from '#importing/datasets/zone-dataset.ts';
import { zonesByMunicipality } from '#importing/datasets/zones-by-municipality.ts';
import { openReader } from '#importing/readers/open-reader.ts';
import { readGazetteer, readMunicipalUnits } from '#importing/shipped/gazetteer/gazetteer.ts';
import {
  borderLicence,
  readMunicipalities,
} from '#importing/shipped/gazetteer/municipality-borders.ts';
import { readShippedKinds } from '#importing/shipped/shipped-zones.ts';
import type { Store } from '#storage/store/store.ts';
import { badData, usageError } from '#tools/errors.ts';
import { isUnreadable } from '#tools/files/bytes.ts';
import { polygonsOf } from '#tools/geo/polygon.ts';
import { hasTwoReadings, numberReadings } from '#tools/notation/numbers.ts';

/** The options of `ktima import zones` besides those of every file of features. */
export interface ZoneOptions {
  readonly kind?: string;
  readonly kindFile?: string;
  /** The name of an imported boundary, or a file with areas. */
  readonly covers?: string;
  /** What draws the rows of a table: the borders of the municipality that each names. */
  readonly by?: 'municipality';
  /** Whether a zone without a class may contain most others. */
  readonly allowCovering?: boolean;
  /** Values of fields for all zones, as `field=value`. */
  readonly set?: readonly string[];
}

/** The dataset of the kind and the area that the options name. */
export async function zoneDataset(options: ZoneOptions, store: Store) {
  const kind = chosenKind(options);
  const given = givenValues(kind, options.set ?? []);
  if (options.by) return datasetByMunicipality(kind, given, options, store);
  const set = { kind, covers: await coverageOf(options.covers, store) };
  return zonesOf(set, given, options.allowCovering);
}

/** Zones by municipality; borders that `import osm` brought go before those that ship. */
async function datasetByMunicipality(
  kind: ZoneKind,
  given: ZoneAttributes,
  { covers }: ZoneOptions,
  store: Store,
): Promise<Dataset<'zones'>> {
  if (covers !== undefined) throw usageError('--covers: not with --by, which covers its rows');
  const known = { ...(await readGazetteer()), units: await readMunicipalUnits() };
  const boundaries = linkBoundaries(await store.readBoundaries(), known);
  const all = withImportedBorders(await readMunicipalities(), boundaries);
  const sources = await store.loadedSources();
  const licences = sources.filter(({ layer }) => layer === 'boundaries').map(one => one.licence);
  const dataset = zonesByMunicipality(kind, given, all, openMunicipalityNames(all, known));
  return { ...dataset, licences: [borderLicence, ...licences] };
}

/** The values of `--set`, by field. */
function givenValues({ fields }: ZoneKind, texts: readonly string[]): ZoneAttributes {
  const names = fields.map(({ field }) => field);
  const given = [...readMappings(texts, names, '--set', 'value')];
  return Object.fromEntries(
    given.map(([field, text]) => {
      const { type } = fields.find(one => one.field === field)!;
      const value = type === 'number' ? plainNumber(text) : type === 'date' ? readDay(text) : text;
      if (value !== undefined) return [field, value];
      throw usageError(`--set ${field}=${text}: expected a ${type}`);
    }),
  );
}

function plainNumber(text: string): number | undefined {
  const readings = numberReadings(text);
  return hasTwoReadings(readings) ? undefined : (readings.point ?? readings.comma);
}

/** The largest file with the description of a kind, in bytes. */
const mostKindBytes = 100_000;

function chosenKind({ kind, kindFile }: ZoneOptions): ZoneKind {
  const ready = readShippedKinds();
  const names = ready.map(one => one.kind).join(', ');
  if (kindFile !== undefined) {
    const own = readKindFile(kindFile);
    if (kind === undefined || kind === own.kind) return own;
    throw usageError(`--kind ${kind}: ${kindFile} describes ${own.kind}`);
  }
  const found = ready.find(one => one.kind === kind);
  if (found) return found;
  const got = kind === undefined ? 'none' : kind;
  throw usageError(
    `--kind: expected one of ${names}, or --kind-file with a kind of your own; got ${got}`,
  );
}

function readKindFile(path: string): ZoneKind {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw usageError(`--kind-file ${path}: ${(cause as Error).message}`, { cause });
  }
  if (text.length > mostKindBytes) {
    throw badData(`${basename(path)}: expected at most ${mostKindBytes} bytes`);
  }
  return readKind(text, basename(path));
}

/** The area in which the source looked: a file, or a boundary by its name. */
async function coverageOf(covers: string | undefined, store: Store): Promise<ZoneSet['covers']> {
  if (covers === undefined) return null;
  if (existsSync(covers)) return areasIn(covers);
  const { name, geometry } = boundaryNamed(covers, await store.readBoundaries());
  return { name, geometry };
}

/** All areas of a file as one; they may touch, but not overlap. A single one may have a name. */
async function areasIn(file: string): Promise<NonNullable<ZoneSet['covers']>> {
  const reader = await openReader(file);
  const geometries = geometryReader(reader, {});
  const parts: unknown[] = [];
  const names: unknown[] = [];
  const fail = (number: number, problem: string) =>
    badData(`--covers ${basename(file)}, ${reader.unit} ${number}: ${problem}`);
  for await (const feature of reader.features()) {
    if (isUnreadable(feature)) throw fail(feature.number, feature.problem);
    try {
      names.push(feature.properties.name);
      parts.push(...polygonsOf(geometries.drawnPolygon(feature.geometry)));
    } catch (error) {
      throw fail(feature.number, (error as Error).message);
    }
  }
  if (parts.length === 0) throw fail(0, 'expected areas, got none');
  try {
    const all = geometries.drawnPolygon({ type: 'MultiPolygon', coordinates: parts });
    const name = names.length === 1 && typeof names[0] === 'string' ? names[0] : basename(file);
    return { name, geometry: geometries.polygonOnGlobe(all) };
  } catch (error) {
    throw fail(1, `all areas together: ${(error as Error).message}`);
  }
}

/** The boundary of a name, or of the name without the word for its kind. */
function boundaryNamed(name: string, boundaries: readonly BoundaryRow[]): BoundaryRow {
  const wanted = fold(name);
  const namesOf = (row: BoundaryRow) => [row.name, ...row.otherNames].map(fold);
  const exact = boundaries.filter(row => namesOf(row).includes(wanted));
  const found =
    exact.length > 0
      ? exact
      : boundaries.filter(row =>
          namesOf(row).some(own => plainAreaName(own) === plainAreaName(name)),
        );
  if (found.length === 1) return found[0]!;
  const advice =
    found.length > 1
      ? `several areas have this name: ${found.map(one => `${one.name} (${one.kind})`).join(', ')}`
      : boundaries.length === 0
        ? 'no boundaries are loaded: import them with ktima import osm, or give a file with the area'
        : 'no loaded boundary and no file has this name';
  throw usageError(`--covers ${name}: ${advice}`);
}
