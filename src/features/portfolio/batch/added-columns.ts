import type { GeocodeResult } from '#domain/geocoder/geocode-result.ts';
import type { PlaceType } from '#domain/property/place-types.ts';
import { metresBetween } from '#tools/geo/earth.ts';
import type { Language } from '#tools/notation/languages.ts';
import { withDetails } from '#tools/notation/sentences.ts';
import { accuracyOf } from '../../report/subject.ts';
import {
  firstMessages,
  joinMessages,
  type RowMessage,
  type RowMessages,
} from '../messages/row-messages.ts';
import type { Format, Value } from '../output/output-formats.ts';
import { type EnrichedRow, positionLevel } from '../row/enrich-row.ts';
import type { RowCost } from '../row/enrichment.ts';
import {
  type ChosenKind,
  type GridColumn,
  gridNames,
  gridValues,
  zoneNames,
  zoneValues,
} from '../row/zone-columns.ts';

interface AddedColumn {
  readonly name: string;
  readonly value: (gained: EnrichedRow, language: Language) => Value | undefined;
}

const position = ({ subject }: EnrichedRow) => subject?.position;

function located(gained: EnrichedRow): GeocodeResult | undefined {
  const location = gained.subject?.location;
  return location && 'found' in location ? location.found : undefined;
}

/** The address that the position is of. */
function matched(gained: EnrichedRow): GeocodeResult | undefined {
  return position(gained)?.from === 'address' ? located(gained) : undefined;
}

/** The nearest address of a position that has another source. */
function nearest(gained: EnrichedRow): GeocodeResult | undefined {
  return position(gained)?.from === 'address' ? undefined : located(gained);
}

function nearestMetres(gained: EnrichedRow): number | undefined {
  const [from, to] = [position(gained), nearest(gained)];
  return from && to && Math.round(metresBetween(from, to));
}

/** Columns about the position and the address that was matched. */
const whereColumns: readonly AddedColumn[] = [
  { name: 'found_latitude', value: gained => position(gained)?.latitude },
  { name: 'found_longitude', value: gained => position(gained)?.longitude },
  { name: 'position_from', value: gained => position(gained)?.from },
  // Of the position: coordinates and parcels are exact, if nothing contradicts them.
  { name: 'match_level', value: positionLevel },
  {
    name: 'match_confidence',
    value: gained =>
      position(gained) && (matched(gained)?.match.confidence ?? Number(gained.isCertain)),
  },
  { name: 'match_accuracy_m', value: ({ subject }) => subject && accuracyOf(subject) },
  { name: 'match_faults', value: (gained, language) => faults(matched(gained), language) },
  { name: 'found_address', value: gained => matched(gained)?.formatted_address },
  { name: 'found_postal_code', value: gained => located(gained)?.components.postal_code },
  { name: 'found_municipality', value: gained => located(gained)?.components.municipality },
  // Of a position that is no address.
  { name: 'nearest_address', value: gained => nearest(gained)?.formatted_address },
  { name: 'nearest_address_level', value: gained => nearest(gained)?.match.level },
  { name: 'nearest_address_m', value: nearestMetres },
];

const parcelColumns: readonly AddedColumn[] = [
  { name: 'parcel_kaek', value: ({ parcel }) => parcel?.kaek },
  { name: 'parcel_area_m2', value: ({ parcel }) => parcel?.areaM2 },
];

const buildingColumns: readonly AddedColumn[] = [
  { name: 'building_count', value: ({ buildings }) => buildings?.buildings.length },
  { name: 'building_footprint_m2', value: ({ buildings }) => buildings?.footprintM2 },
  { name: 'coverage', value: ({ buildings }) => buildings?.coverage ?? undefined },
  // Of the largest building.
  { name: 'levels', value: ({ buildings }) => buildings?.buildings[0]?.levels ?? undefined },
];

const costColumns: readonly AddedColumn[] = [
  { name: 'cost_rate_eur_m2', value: ({ cost }) => cost?.rateEurM2 },
  { name: 'cost_as_new_eur', value: ({ cost }) => cost?.asNew },
  { name: 'cost_as_is_eur', value: ({ cost }) => cost?.asIs },
  { name: 'cost_rate_valid_from', value: ({ cost }) => cost?.rateValidFrom },
  { name: 'cost_rate_source', value: ({ cost }) => cost?.rateSource },
  { name: 'cost_rate_place', value: ({ cost }) => cost?.ratePlace },
  { name: 'cost_factors', value: ({ cost }) => cost && factorTexts(cost) },
  { name: 'cost_method', value: ({ cost }) => cost?.method },
  { name: 'cost_remaining_share', value: ({ cost }) => cost?.remainingShare },
  { name: 'cost_valuation_date', value: ({ cost }) => cost?.valuationDate },
  { name: 'cost_dataset', value: ({ cost }) => cost?.dataset },
  { name: 'cost_is_sample', value: ({ cost }) => (cost?.isSample ? 'yes' : undefined) },
  { name: 'insured_ratio', value: ({ cost }) => cost?.insuredRatio },
  { name: 'insurance_not_met', value: ({ cost }) => cost && unmetRules(cost) },
  {
    name: 'construction_year_range',
    value: ({ cost }) => cost?.years && `${cost.years.from}-${cost.years.to}`,
  },
  { name: 'cost_as_is_oldest_eur', value: ({ cost }) => cost?.years?.oldest },
  { name: 'cost_as_is_newest_eur', value: ({ cost }) => cost?.years?.newest },
];

function factorTexts({ factors }: RowCost): string | undefined {
  return factors.map(([name, value]) => `${name}=${value}`).join('; ') || undefined;
}

function unmetRules({ unmetRules }: RowCost): string | undefined {
  return unmetRules.map(rule => `${rule.name}: ${rule.rule} ${rule.limit}`).join('; ') || undefined;
}

/** Options that decide which columns are added. */
export interface Added {
  readonly format: Format;
  readonly language: Language;
  readonly placeTypes: readonly PlaceType[];
  /** Whether ways are loaded, so that places have their distance on foot too. */
  readonly onFoot: boolean;
  /** Whether the parcel columns are left out. */
  readonly noParcel: boolean;
  readonly zoneKinds: readonly ChosenKind[];
  readonly withBuildings: boolean;
  /** The kinds of grids that get columns. */
  readonly gridColumns: readonly GridColumn[];
}

function columnsOf({ noParcel, withBuildings }: Added): readonly AddedColumn[] {
  const parcel = noParcel ? [] : parcelColumns;
  return [...whereColumns, ...parcel, ...(withBuildings ? buildingColumns : []), ...costColumns];
}

/** Whether values keep their structure. */
function isJson({ format }: Added): boolean {
  return format === 'ndjson' || format === 'geojson';
}

/** The names of all added columns; those of messages come last. */
export function addedNames(added: Added): string[] {
  const placeParts = ['nearest_m', ...(added.onFoot ? ['nearest_walk_m'] : []), 'count'];
  const places = added.placeTypes.flatMap(type => placeParts.map(part => `${type}_${part}`));
  const zones = [...zoneNames(added.zoneKinds), ...gridNames(added.gridColumns)];
  const messages = ['problem_codes', ...(isJson(added) ? ['note_codes'] : []), 'problem', 'notes'];
  return [...columnsOf(added).map(({ name }) => name), ...places, ...zones, ...messages];
}

/** The values of a row's added cells, in the order of `addedNames`. */
export function addedValues(
  gained: EnrichedRow | undefined,
  { problems, notes }: RowMessages,
  added: Added,
): Value[] {
  const known = columnsOf(added).map(
    ({ value }) => (gained && value(gained, added.language)) ?? null,
  );
  const places = added.placeTypes.flatMap((_, i) => {
    const around = gained?.around[i];
    const onFoot = added.onFoot ? [gained?.onFoot[i] ?? null] : [];
    return [around?.nearestMetres ?? null, ...onFoot, around?.count ?? null];
  });
  const zones = [
    ...zoneValues(added.zoneKinds, gained?.zones),
    ...gridValues(added.gridColumns, gained?.grids),
  ].map(value => value ?? null);
  const texts = [problems, notes].map(list => joinMessages(added.language, list) || null);
  const codes = isJson(added) ? [problems, notes].map(firstMessages) : [codesOf(problems)];
  return [...known, ...places, ...zones, ...codes, ...texts];
}

/** The messages as JSON in a cell; null when there are none. */
function codesOf(messages: readonly RowMessage[]): string | null {
  return messages.length === 0 ? null : JSON.stringify(firstMessages(messages));
}

/** The parts of the address that were not found as written; null when there are none. */
function faults(result: GeocodeResult | undefined, language: Language): string | null {
  const all = result?.match.faults.map(fault => ({ field: fault.field, ...withDetails(fault) }));
  return (all && joinMessages(language, all)) || null;
}
