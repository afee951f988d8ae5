import type { ZonesAnswer } from '../../../client/src/types.ts';
import type { Format, Language } from '../language/format.ts';
import type { Found } from '../subject/find.ts';

/** What applies of one kind. */
export type KindAnswer = ZonesAnswer['kinds'][number];
export type ZoneResult = KindAnswer['result'];
export type Attributes = KindAnswer['zones'][number]['attributes'];

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

/** The kinds with a source, those with a zone first, and the names of the rest. */
export function loadedKinds(kinds: readonly KindAnswer[], language: Language) {
  const loaded = kinds.filter(({ result }) => result !== 'not_loaded');
  const rest = kinds.filter(({ result }) => result === 'not_loaded');
  return {
    loaded: loaded.toSorted((a, b) => rankOf(a.result) - rankOf(b.result)),
    rest: rest.map(kind => kindName(kind, language)),
  };
}

/** The name of a kind in the language of the page. */
export function kindName({ name_gr, name_en }: KindAnswer, language: Language): string {
  return language === 'el' ? name_gr : name_en;
}

/** How a result is marked: a zone applies, none applies, or it is not known. */
export function markOf(result: ZoneResult): 'in' | 'out' | 'unknown' {
  if (result === 'inside' || result === 'possibly_inside' || result === 'partly_inside')
    return 'in';
  return result === 'outside' ? 'out' : 'unknown';
}

function rankOf(result: ZoneResult): number {
  return ['in', 'unknown', 'out'].indexOf(markOf(result));
}

/** The attributes of a zone as names and texts, in the order of the kind. */
export function attributeTexts(
  attributes: Attributes,
  { fields }: Pick<KindAnswer, 'fields'>,
  language: Language,
  format: Format,
): { readonly name: string; readonly text: string }[] {
  return fields.flatMap(({ field, name_gr, name_en, unit }) => {
    const value = attributes[field];
    if (value === undefined) return [];
    const text = valueText(value, format);
    return [{ name: language === 'el' ? name_gr : name_en, text: unit ? `${text} ${unit}` : text }];
  });
}

function valueText(value: string | number, format: Format): string {
  if (typeof value === 'number') return format.number(value);
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? format.day(value) : value;
}
