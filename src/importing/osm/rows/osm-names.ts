import { fold } from '#domain/geocoder/text/fold.ts';
import type { OsmTags } from '../readers/elements.ts';

/** The names of an object in Greek and in Latin letters; none is made out of the other. */
export function namesOf(tags: OsmTags): { name_gr: string | null; name_en: string | null } {
  const name = tidy(tags.name);
  return {
    name_gr: tidy(tags['name:el']) ?? (name && scriptOf(name) === 'Greek' ? name : null),
    name_en:
      tidy(tags['name:en']) ??
      tidy(tags.int_name) ??
      (name && scriptOf(name) === 'Latin' ? name : null),
  };
}

/** The folded name by which two objects are called the same; empty without a name. */
export function sameName(tags: OsmTags): string {
  const { name_gr, name_en } = namesOf(tags);
  return fold(tidy(tags.name) ?? name_gr ?? name_en ?? '');
}

/** The text with single spaces; null when it is empty. */
export function tidy(text: string | undefined): string | null {
  return text?.replace(/\s+/g, ' ').trim() || null;
}

/** The script of most letters, so that `Τράπεζα Πειραιώς ATM` is Greek. */
function scriptOf(name: string): 'Greek' | 'Latin' | undefined {
  const letters = name.match(/\p{L}/gu)?.length ?? 0;
  const greek = name.match(/\p{Script=Greek}/gu)?.length ?? 0;
  const latin = name.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (greek > 0 && greek * 2 >= letters) return 'Greek';
  return latin * 2 > letters ? 'Latin' : undefined;
}

/** The tags that hold further names of an object; each may hold several. */
const otherNameTags = `name:el name name:en int_name alt_name alt_name:el alt_name:en official_name
  official_name:el official_name:en short_name loc_name old_name old_name:el old_name:en`.split(
  /\s+/,
);

/** A name longer than this is a sentence and no name. */
const longestName = 200;

/**
 * The name by which an object is shown, Greek where there is one, and all others; or nothing. Of
 * several names in one tag, separated by semicolons, the first.
 */
export function everyNameOf(tags: OsmTags): Names | undefined {
  const { name_gr, name_en } = namesOf(tags);
  const name = tidy((name_gr ?? tidy(tags.name) ?? name_en)?.split(';').find(tidy));
  if (name === null || name.length > longestName) return undefined;
  const others = otherNameTags
    .flatMap(tag => tags[tag]?.split(';') ?? [])
    .map(text => tidy(text))
    .filter(text => text !== null && text !== name && text.length <= longestName);
  return { name, otherNames: [...new Set(others as string[])] };
}

interface Names {
  readonly name: string;
  readonly otherNames: readonly string[];
}

/** The other names of two objects that are one and are called as the first. */
export function joinedNames(first: Names, other: Names): string[] {
  const names = new Set([...first.otherNames, other.name, ...other.otherNames]);
  names.delete(first.name);
  return [...names];
}
