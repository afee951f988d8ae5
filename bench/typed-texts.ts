import type { GeocoderRows } from '#domain/geocoder/rows/geocoder-rows.ts';
import { greeklish } from '../test/geocoder/greeklish.ts';
import type { CountryRows } from './generate-country.ts';

/** Texts that people type to find a place, drawn by `random`. */
export function typedTexts(
  { streets, localities, municipalities }: GeocoderRows,
  { addresses, namedPlaces }: CountryRows,
  count: number,
  random: () => number,
): string[] {
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!;
  const towns = new Map(municipalities.map(({ id, nominative }) => [id, nominative]));
  const streetOf = (form: (street: string, town: string) => string) => () => {
    const { name, municipality } = pick(streets);
    return form(name, towns.get(municipality)!);
  };
  const number = () => 1 + Math.floor(60 * random());
  const kinds = [
    streetOf(street => street),
    streetOf((street, town) => `${street}, ${town}`),
    streetOf((street, town) => `${street} ${number()}, ${town}`),
    streetOf((street, town) => `${town} ${street}`),
    () => {
      const { street, city } = pick(addresses);
      return `${street} ${number()} ${city}`;
    },
    () => pick(localities).name,
    () => pick(municipalities).nominative,
    () => {
      const { name, municipality } = pick(localities);
      return `${name}, ${towns.get(municipality) ?? municipality}`;
    },
    () => pick(namedPlaces).name,
  ];
  return Array.from({ length: count }, (_, i) => asTyped(kinds[i % kinds.length]!(), random));
}

/** Half as written, the rest in Greeklish, without a letter or in capitals. */
function asTyped(text: string, random: () => number): string {
  const draw = random();
  if (draw < 0.3) return greeklish(text, random);
  if (draw < 0.4) return withSlip(text, random);
  return draw < 0.5 ? text.toUpperCase() : text;
}

function withSlip(text: string, random: () => number): string {
  const at = 1 + Math.floor(random() * (text.length - 1));
  return text.slice(0, at) + text.slice(at + 1);
}

/** A text at each moment of typing it. */
export function beginningsOf(text: string): string[] {
  return Array.from(text, (_, i) => text.slice(0, i + 1)).filter(part => !part.endsWith(' '));
}
