import type { GeocoderIndex } from './index/build-index.ts';
import { rowOfHash } from './index/id-table.ts';
import type { HouseNumber } from './query/house-number.ts';

/** What an id means. */
export type Identified =
  | {
      readonly kind: 'street';
      readonly street: number;
      readonly corner: number | null;
      readonly number: HouseNumber | null;
    }
  | { readonly kind: 'place' | 'named' | 'postalCode'; readonly row: number }
  | { readonly kind: 'point'; readonly latitude: number; readonly longitude: number };

/** The form of an id, for the description of the interface. */
export const idPattern = '^[cnpsx][0-9a-z]{5,14}(\\.[0-9a-z]{10})?(-[0-9]{1,4}[a-z]{0,2}){0,2}$';
/** The same in words. */
export const idFormat = 'an id of a suggestion or a result';

const digits = '0123456789abcdefghjkmnpqrstvwxyz';
const greek = 'αβγδεζηθικλμνξοπρστυφχψω';
/** As many digits as a hash and a coordinate have. */
const hashLength = 10;
const axisLength = 7;

/** The id of a street, of a house on it, or of its corner with another one. */
export function streetId(
  { ids }: GeocoderIndex,
  street: number,
  number: HouseNumber | null = null,
  corner: number | null = null,
): string {
  const hash = (one: number) => hashText(ids.streets.hashes[one]!);
  const other = corner === null ? '' : `.${hash(corner)}`;
  return `s${hash(street)}${other}${number === null ? '' : numberText(number)}`;
}

/** The id of a town, village, quarter or island. */
export function placeId({ ids }: GeocoderIndex, place: number): string {
  return rowId('p', ids.places.hashes[place]!);
}

/** The id of a place that is searched by its name. */
export function namedId({ namedPlaces }: GeocoderIndex, place: number): string {
  return rowId('n', namedPlaces.ids.hashes[place]!);
}

/** The id of a postal code. */
export function postalCodeId(code: string): string {
  return `c${code}`;
}

/** The id of a point; it means what is known there. */
export function pointId(latitude: number, longitude: number): string {
  const axis = (degrees: number) => inDigits(Math.round(degrees * 1e7), axisLength);
  return `x${axis(latitude + 90)}${axis(longitude + 180)}`;
}

/** Reads an id. Undefined if it is none, null if the data do not have what it means. */
export function readId(index: GeocoderIndex, id: string): Identified | null | undefined {
  const kind = id[0];
  if (kind === 'x') return readPoint(id);
  if (kind === 'c') {
    if (!/^c\d{5}$/.test(id)) return undefined;
    return known('postalCode', index.postalCodeNumbers.get(id.slice(1)));
  }
  if (kind === 's') return readStreet(index, id);
  const hash = /^[np][0-9a-z]{10}$/.test(id) ? fromDigits(id.slice(1)) : undefined;
  if (hash === undefined) return undefined;
  return kind === 'p'
    ? known('place', rowOfHash(index.ids.places, hash))
    : known('named', rowOfHash(index.namedPlaces.ids, hash));
}

function known(kind: 'place' | 'named' | 'postalCode', row: number | undefined) {
  return row === undefined ? null : { kind, row };
}

const streetForm =
  /^s([0-9a-z]{10})(?:\.([0-9a-z]{10}))?(?:-([1-9]\d{0,3})([a-x]|z[a-z])?(?:-([1-9]\d{0,3}))?)?$/;

function readStreet({ ids }: GeocoderIndex, id: string): Identified | null | undefined {
  const [, first, second, from, letter, to] = streetForm.exec(id) ?? [];
  if (first === undefined) return undefined;
  const hashes = [first, second].map(text => text && fromDigits(text));
  if (hashes[0] === undefined || (second !== undefined && hashes[1] === undefined))
    return undefined;
  const street = rowOfHash(ids.streets, Number(hashes[0]));
  const corner = second === undefined ? null : rowOfHash(ids.streets, Number(hashes[1]));
  if (street === undefined || corner === undefined) return null;
  if (from === undefined) return { kind: 'street', street, corner, number: null };
  const number = { first: Number(from), last: Number(to ?? from), letter: readLetter(letter) };
  if (number.last < number.first) return undefined;
  return { kind: 'street', street, corner, number };
}

function readPoint(id: string): Identified | undefined {
  if (!/^x[0-9a-z]{14}$/.test(id)) return undefined;
  const axis = (from: number) => fromDigits(id.slice(from, from + axisLength));
  const [north, east] = [axis(1), axis(1 + axisLength)];
  if (north === undefined || east === undefined) return undefined;
  const [latitude, longitude] = [Math.round(north - 90e7) / 1e7, Math.round(east - 180e7) / 1e7];
  return latitude > 90 || longitude > 180 ? undefined : { kind: 'point', latitude, longitude };
}

/** `-24`, with its letter as a Latin one (`-24a` is 24Α), and `-24-26`. */
function numberText({ first, last, letter }: HouseNumber): string {
  const place = greek.indexOf(letter);
  const latin = letter === '' ? '' : place < 0 ? `z${letter}` : String.fromCharCode(97 + place);
  return `-${first}${latin}${last > first ? `-${last}` : ''}`;
}

function readLetter(latin = ''): string {
  if (latin.length === 2) return latin[1]!;
  return greek[latin.charCodeAt(0) - 97] ?? '';
}

function rowId(kind: 'p' | 'n', hash: number): string {
  return `${kind}${hashText(hash)}`;
}

function hashText(hash: number): string {
  return inDigits(hash, hashLength);
}

function inDigits(number: number, length: number): string {
  let text = '';
  // Six digits at once are a whole number of 30 bits.
  for (let rest = number; text.length < length; rest = Math.floor(rest / 2 ** 30)) {
    const six = rest % 2 ** 30;
    for (let i = 0; i < 30 && text.length < length; i += 5) text = digits[(six >> i) & 31]! + text;
  }
  return text;
}

/** The number of some digits; undefined where a letter is none. */
function fromDigits(text: string): number | undefined {
  let number = 0;
  for (const letter of text) {
    const value = digits.indexOf(letter);
    if (value < 0) return undefined;
    number = number * 32 + value;
  }
  return number;
}
