import { fold } from '#domain/geocoder/text/fold.ts';
import {
  ambiguousWordIn,
  propertyTypeNamed,
  type TypeWords,
} from '#domain/property/cost/type-words.ts';
import type { Columns } from './columns.ts';
import { textOf } from './read-fields.ts';

/** A word of a file that may mean several property types, and how many rows have it. */
interface UnclearType {
  readonly word: string;
  readonly types: string[];
  readonly rows: number;
}

/** Counts the rows of each word with several meanings, unless one of the own words decides it. */
export function openWordCount(columns: Columns, own: TypeWords) {
  const counts = new Map<string, UnclearType>();
  return {
    count(cells: readonly string[]): void {
      const text = textOf(cells, columns, 'property_type') || textOf(cells, columns, 'use');
      const folded = fold(text.slice(0, 100));
      if (folded === '' || propertyTypeNamed(folded, own) !== undefined) return;
      const { word, types } = ambiguousWordIn(folded) ?? {};
      if (word === undefined) return;
      counts.set(word, { word, types: [...types!], rows: (counts.get(word)?.rows ?? 0) + 1 });
    },
    /** The commonest first. */
    found: () => [...counts.values()].sort((a, b) => b.rows - a.rows),
  };
}
