import type { Layer } from '#storage/store/store.ts';
import { brokenGreek } from '#tools/files/broken-greek.ts';
import { columnName } from './datasets/column-fields.ts';
import type { Dataset, Note } from './datasets/dataset.ts';
import type { Feature } from './readers/reader.ts';
import type { CountedReason } from './report.ts';

const mendedReasons = {
  'greek as latin':
    'Greek that was saved as Latin letters (Åõêáñðßáò), read as windows-1253; --encoding names another',
  'utf-8 as bytes': 'UTF-8 that was saved as other letters (Î‘Î¸Î®Î½Î±), read as UTF-8',
};
const lostReason = 'letters that an earlier program lost (????); left as they are';
const fewReason =
  'a few letters that may be Greek, as others of the file are (12Á); left as they are: --encoding windows-1253 reads them';

/**
 * Mends Greek that was damaged before it came into a file, where the text itself shows how, and
 * notes what was fixed and what is lost. Only values of `columns` count, if they are given. With a
 * forced encoding nothing is corrected.
 */
export function openTextMender(
  { columns, otherNames }: Pick<Dataset<Layer>, 'columns' | 'otherNames'>,
  isForced: boolean,
  note: Note,
) {
  const names = new Map<string, string>();
  let isGreekAsLatin = false;
  let few = 0;

  const mend = (what: string, text: string): string => {
    const broken = brokenGreek(text);
    if (!broken || (isForced && broken.kind !== 'lost')) return text;
    if (broken.kind === 'few letters') few++;
    else if (broken.kind === 'lost') note(lostReason, `${what}: ${shown(text)}`);
    else {
      isGreekAsLatin ||= broken.kind === 'greek as latin';
      note(mendedReasons[broken.kind], `${what}: ${shown(text)} is ${shown(broken.mended)}`);
      return broken.mended;
    }
    return text;
  };
  const nameOf = (name: string): string => {
    const known = names.get(name);
    if (known !== undefined) return known;
    const mended = mend('a column', name);
    names.set(name, mended);
    return mended;
  };
  const isRead = (name: string) =>
    columns === undefined || columns.includes(columnName(name, otherNames));

  return {
    mendNames(feature: Feature): Feature {
      const given = Object.keys(feature.properties);
      const mended = given.map(nameOf);
      const isSame = given.every((name, i) => name === mended[i]);
      // Two columns never become one.
      if (isSame || new Set(mended).size < mended.length) return feature;
      const values = Object.values(feature.properties).map((value, i) => [mended[i]!, value]);
      return { ...feature, properties: Object.fromEntries(values) };
    },
    mendValues(feature: Feature): Feature {
      let properties = feature.properties;
      for (const [name, value] of Object.entries(feature.properties)) {
        if (typeof value !== 'string' || !mayBeBroken.test(value) || !isRead(name)) continue;
        const mended = mend(name, value);
        if (mended !== value) properties = { ...properties, [name]: mended };
      }
      return properties === feature.properties ? feature : { ...feature, properties };
    },
    /** The values with a few letters, if others of the file show that it has such Greek. */
    doubtful: (file: string): CountedReason[] =>
      isGreekAsLatin && few > 0 ? [{ reason: fewReason, count: few, examples: [file] }] : [],
  };
}

/** All others are ASCII or have only Greek letters and marks. */
const mayBeBroken = /\?\?|[\u0080-\u00ff\ufffd]|[ΞΟ][^\0-\x7f\u0390-\u03ce]/;

function shown(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
