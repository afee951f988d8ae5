import { fold } from '#domain/geocoder/text/fold.ts';
import { plainName } from '#tools/notation/column-names.ts';

/** Words for the same class of quality or condition, folded and without their Greek endings. */
const sameClass: readonly (readonly string[])[] = [
  'luxury, πολυτελ, πολυτελει, πολυτελειασ',
  'excellent, αριστ, εξαιρετικ',
  'very good, πολυ καλ',
  'good, καλ',
  'average, medium, standard, normal, fair, μετρι, μεσαι, μεσ, κανονικ, συνηθ, συνηθισμεν, τυπικ',
  'basic, simple, economy, low, απλ, οικονομικ, χαμηλ',
  'poor, bad, κακ',
  'very poor, very bad, πολυ κακ',
].map(words => words.split(', '));

/** Without the ending of a Greek adjective: `Καλή`, `καλό` and `ΚΑΛΟΣ` are alike. */
function stem(text: string): string {
  return fold(text)
    .trim()
    .replaceAll('_', ' ')
    .replace(/(?<=[α-ω])(?:οσ|ησ|εσ|η|ο|α)$/, '');
}

/** The class that a text means, of those that are loaded; undefined if none does, or several do. */
export function classNamed(text: string, classes: readonly string[]): string | undefined {
  const exact = classes.find(one => one === text || one === plainName(text));
  if (exact !== undefined) return exact;
  const own = stem(text);
  const alike = sameClass.find(words => words.includes(own)) ?? [own];
  const meant = [...new Set(classes.filter(one => alike.includes(stem(one))))];
  return meant.length === 1 ? meant[0] : undefined;
}
