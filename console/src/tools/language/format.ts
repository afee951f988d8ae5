import type { Language } from '#tools/notation/languages.ts';
import type { DecimalSign } from '#tools/notation/numbers.ts';

/** Formats numbers, distances, money and dates for a language. */
export function formatter(language: Language) {
  const locale = language === 'el' ? 'el-GR' : 'en-GB';
  const numbers = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options);
  const metres = numbers({ maximumFractionDigits: 0 });
  const oneDecimal = numbers({ minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const plainTenths = numbers({ maximumFractionDigits: 1 });
  const euro = numbers({ style: 'currency', currency: 'EUR', maximumFractionDigits: 0 });
  const rate = numbers({
    style: 'currency',
    currency: 'EUR',
    trailingZeroDisplay: 'stripIfInteger',
  });
  const squareMetres = numbers({ maximumFractionDigits: 2 });
  const lengths = numbers({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const gridMetres = numbers({
    useGrouping: false,
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  const plain = numbers({ maximumFractionDigits: 2 });
  const ungrouped = numbers({ useGrouping: false, maximumFractionDigits: 10 });
  // In Greek with a space before it, which never ends a line.
  const percentSign = language === 'el' ? '\u00a0%' : '%';
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'Europe/Athens' });
  const figures = new Intl.DateTimeFormat(locale, { timeZone: 'UTC' });
  const moment = new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Europe/Athens',
  });
  return {
    /** A measured distance: metres below one kilometre, then kilometres with one decimal. */
    distance: (given: number) =>
      Math.round(given) < 1000
        ? `${metres.format(given)} m`
        : `${oneDecimal.format(given / 1000)} km`,
    /** A radius: `1 km`, without trailing zeros. */
    radius: (given: number) =>
      given < 1000 ? `${metres.format(given)} m` : `${plainTenths.format(given / 1000)} km`,
    /** A length measured on the map: metres with one decimal, then kilometres with two. */
    measured: (given: number) =>
      given < 999.95 ? `${oneDecimal.format(given)} m` : `${plain.format(given / 1_000)} km`,
    /** An area measured on the map: whole square metres, then square kilometres. */
    measuredArea: (given: number) =>
      given < 1e6 ? `${metres.format(given)} m²` : `${plain.format(given / 1e6)} km²`,
    /** A length on the plan: metres with two decimals, without the unit. */
    length: (metresGiven: number) => lengths.format(metresGiven),
    /** A coordinate of the Greek Grid in a document: two decimals, without thousands separators. */
    gridMetres: (metresGiven: number) => gridMetres.format(metresGiven),
    /** Whole euro: no estimate is exact to the cent. */
    euro: (amount: number) => euro.format(amount),
    /** A rate of the data, with the cents it has, so that the calculation can be repeated. */
    rate: (amount: number) => rate.format(amount),
    area: (squareMetresGiven: number) => `${squareMetres.format(squareMetresGiven)} m²`,
    number: (given: number) => plain.format(given),
    /** A scale: `1:500`. */
    scale: (given: number) => `1:${plain.format(given)}`,
    /** For a text field: without thousands separators, which are decimal signs in other languages. */
    typed: (given: number) => ungrouped.format(given),
    percent: (share: number) => `${plainTenths.format(100 * share)}${percentSign}`,
    /** A percentage with all the decimals that it has. */
    inPercent: (given: number) => `${ungrouped.format(given)}${percentSign}`,
    /** A date, in Athens. */
    day: (date: string | Date) => day.format(new Date(date)),
    /** A date of a table: in figures. */
    dayInFigures: (date: string) => figures.format(new Date(date)),
    /** The dates from one to another, in Athens; one date if they are the same. */
    days: (first: string, last: string) => day.formatRange(new Date(first), new Date(last)),
    /** A date and time, in Athens. */
    moment: (date: string | Date) => moment.format(new Date(date)),
  };
}

export type Format = ReturnType<typeof formatter>;

/** The decimal sign of a language. */
export function decimalSign(language: Language): DecimalSign {
  return language === 'el' ? ',' : '.';
}

/** A number with some decimals and a decimal sign, without thousands separators. */
export function withDecimals(given: number, decimals: number, sign: DecimalSign): string {
  return given.toFixed(decimals).replace('.', sign);
}

/** Latitude and longitude in decimal degrees, with a point in every language, for pasting. */
export function decimalPair(latitude: number, longitude: number): string {
  return `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`;
}

/** An angle in degrees, minutes and seconds, with the letter of its direction. */
export function sexagesimal(
  degrees: number,
  letters: readonly [plus: string, minus: string],
): string {
  // Rounds to tenths of seconds first: rounding at the end could give 60 seconds.
  const tenths = Math.round(Math.abs(degrees) * 36_000);
  const seconds = ((tenths % 600) / 10).toFixed(1).padStart(4, '0');
  const minutes = String(Math.floor(tenths / 600) % 60).padStart(2, '0');
  return `${Math.floor(tenths / 36_000)}° ${minutes}′ ${seconds}″ ${letters[degrees < 0 ? 1 : 0]}`;
}

/** The letters of the directions: north and south, east and west. */
export function directionLetters(language: Language) {
  return language === 'el'
    ? { latitude: ['Β', 'Ν'] as const, longitude: ['Α', 'Δ'] as const }
    : { latitude: ['N', 'S'] as const, longitude: ['E', 'W'] as const };
}
