import { fold } from '../../geocoder/text/fold.ts';

/** Only letters and digits, folded as in the geocoder, so that `m²` equals `m2`. */
export function columnKey(name: string): string {
  return fold(name).replace(/[^\p{L}\p{N}]/gu, '');
}

/** The same without what is in brackets, such as a unit; empty if nothing is left. */
export function keyWithoutBrackets(name: string): string {
  return columnKey(name.replace(/\([^)]*\)|\[[^\]]*\]/g, ''));
}
