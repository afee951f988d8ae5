import { roundedAreaM2 } from '../../state/subject/outline.ts';
import type { Locale } from '../../tools/language/language.ts';
import type { BoundaryHead } from './corners.ts';

/** The name of a boundary: its part, whether it is a hole, and its area. */
export function boundaryName(
  { isHole, part, areaM2 }: BoundaryHead,
  { words, format }: Pick<Locale, 'words' | 'format'>,
): string {
  const name = (isHole ? words.parcel.hole : words.parcel.part)(part);
  return `${name} · ${format.area(roundedAreaM2(areaM2))}`;
}
