import type { Language } from '#tools/notation/languages.ts';
import type { ZonesAnswer } from '../../../../client/src/types.ts';
import type { Found } from '../../state/subject/find.ts';
import type { Format } from '../../tools/language/format.ts';
import type { ShownZones } from '../map/draw/map-options.ts';

/** What applies of one kind. */
export type KindAnswer = ZonesAnswer['kinds'][number];
export type ZoneResult = KindAnswer['result'];
type Attributes = KindAnswer['zones'][number]['attributes'];

/** The parameters of a question, without those that are not sent. */
type Question =
  | { readonly kaek_code: string }
  | { readonly latitude: number; readonly longitude: number; readonly accuracy_m?: number };

/** The largest accuracy that the service takes. */
const mostAccuracyMetres = 20_000;

/** The question for a subject: its parcel, or its point with the accuracy of an address. */
export function questionOf({ subject, parcel, latitude, longitude, address }: Found): Question {
  if (subject.kind === 'kaek' && parcel) return { kaek_code: parcel.kaek };
  if (subject.kind !== 'address' || !address) return { latitude, longitude };
  const accuracy_m = Math.min(mostAccuracyMetres, address.match.accuracy_m);
  return { latitude, longitude, accuracy_m };
}

/**
 * The kinds with a source, those with a zone first, and the names of the rest. The coast of the map
 * gives the distance to the sea, where no other coast is loaded.
 */
export function loadedKinds(
  { kinds, sea }: Pick<ZonesAnswer, 'kinds' | 'sea'>,
  language: Language,
) {
  const loaded = kinds.filter(({ result }) => result !== 'not_loaded');
  const rest = kinds.filter(
    ({ kind, result }) => result === 'not_loaded' && !(sea && kind === 'coast'),
  );
  return {
    loaded: loaded.toSorted((a, b) => rankOf(a.result) - rankOf(b.result)),
    rest: rest.map(kind => kindName(kind, language)),
  };
}

/** The name of a kind in the language of the page. */
export function kindName(
  { name_gr, name_en }: Pick<KindAnswer, 'name_gr' | 'name_en'>,
  language: Language,
): string {
  return language === 'el' ? name_gr : name_en;
}

/** How a result is marked: a zone applies, may apply, none applies, or it is not known. */
export function markOf(result: ZoneResult): 'in' | 'maybe' | 'out' | 'unknown' {
  if (result === 'inside' || result === 'partly_inside') return 'in';
  if (result === 'possibly_inside') return 'maybe';
  return result === 'outside' ? 'out' : 'unknown';
}

function rankOf(result: ZoneResult): number {
  return ['in', 'maybe', 'unknown', 'out'].indexOf(markOf(result));
}

/** The zones that apply for certain, and those that may apply or have a part of the parcel. */
export function byCertainty(zones: KindAnswer['zones']) {
  return {
    certain: zones.filter(({ certain }) => certain),
    others: zones.filter(({ certain }) => !certain),
  };
}

/** The colour that a zone has on the map. */
export function colourOf(
  attributes: Attributes,
  { legend, field }: Pick<ShownZones, 'legend' | 'field'>,
): string {
  const value = field === null ? undefined : attributes[field];
  const found = value === undefined ? undefined : legend.find(entry => standsFor(entry, value));
  return (found ?? legend.at(-1)!).colour;
}

/** A value between two entries belongs to the first, which is the severer one. */
function standsFor({ values, from, to }: ShownZones['legend'][number], value: string | number) {
  if (from === undefined && to === undefined) {
    const plain = String(value).trim().toLowerCase();
    return values.some(one => one.trim().toLowerCase() === plain);
  }
  const number = numberOf(value);
  return number >= numberOf(from ?? -Infinity) && number <= numberOf(to ?? Infinity);
}

function numberOf(value: string | number): number {
  return typeof value === 'number' ? value : Date.parse(value);
}

/** What a colour of the legend stands for: values, or a range with its unit. */
export function legendText(
  { values, from, to }: ShownZones['legend'][number],
  unit: string | null,
  words: { from(value: string): string; upTo(value: string): string },
  format: Format,
): string {
  const text = (value: string | number) => valueText(value, unit, format);
  if (from !== undefined && to !== undefined)
    return `${valueText(from, null, format)} – ${text(to)}`;
  if (from !== undefined) return words.from(text(from));
  return to !== undefined ? words.upTo(text(to)) : values.join(', ');
}

/** The attributes of a zone as names and texts, in the order of the kind. */
export function attributeTexts(
  attributes: Attributes,
  { fields }: Pick<KindAnswer, 'fields'>,
  language: Language,
  format: Format,
): [name: string, text: string][] {
  return fields.flatMap(({ field, name_gr, name_en, unit }) => {
    const value = attributes[field];
    if (value === undefined) return [];
    const text = valueText(value, unit, format);
    return [[language === 'el' ? name_gr : name_en, text]];
  });
}

function valueText(value: string | number, unit: string | null, format: Format): string {
  const isDay = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
  if (typeof value === 'number' && unit === '%') return format.inPercent(value);
  const text = typeof value === 'number' ? format.number(value) : isDay ? format.day(value) : value;
  return unit ? `${text} ${unit}` : text;
}
