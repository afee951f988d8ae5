import { InvalidArgumentError } from 'commander';
import { placeTypes } from '#domain/property/place-types.ts';
import type { GivenTypes } from '#importing/datasets/dataset.ts';
import { type Encoding, encodings } from '#tools/files/chunk-decoder.ts';
import { knownEpsg, toWgs84 } from '#tools/geo/crs.ts';
import { plainName } from '#tools/notation/column-names.ts';
import type { Text } from '#tools/terminal/print.ts';
import type { Terminal } from '#tools/terminal/terminal.ts';
import type { Settings } from '../settings/config.ts';

/** What a command gets from the program. */
export interface CommandContext {
  /** Reads the settings; `defaults` replace the usual ones. A wrong setting ends the command. */
  readonly settings: (defaults?: Readonly<Record<string, string>>) => Settings;
  /** Prints a text on standard output. */
  readonly print: (text: Promise<Text>) => Promise<void>;
  readonly terminal: Terminal;
  /** Runs another command with some settings more, and returns its exit code. */
  readonly run: (
    args: readonly string[],
    more: Readonly<Record<string, string>>,
  ) => Promise<number>;
  /** Ends the command with an exit code, by default 1, after it printed what was wrong. */
  readonly fail: (exitCode?: number) => void;
}

/** Parses a share in percent, with or without the percent sign. */
export function readPercent(text: string): number {
  const value = Number(text.replace(/ ?%$/, ''));
  if (text !== '' && value >= 0 && value <= 100) return value;
  throw new InvalidArgumentError('Expected a share from 0 to 100 %.');
}

/** Parses the name of an encoding, in any case. */
export function readEncoding(text: string): Encoding {
  const found = encodings.find(one => one.toLowerCase() === text.toLowerCase());
  if (found) return found;
  throw new InvalidArgumentError(`Expected one of ${encodings.join(', ')}.`);
}

/** Parses a whole number that is written so. */
const wholeNumber = (form: RegExp, expected: string) => (text: string) => {
  if (form.test(text)) return Number(text);
  throw new InvalidArgumentError(expected);
};

export const readThreads = wholeNumber(/^[1-9]\d?$/, 'Expected a whole number from 1 to 99.');
export const readWholeNumber = wholeNumber(/^\d{1,6}$/, 'Expected a whole number.');
export const readEntryLimit = wholeNumber(
  /^[1-9]\d{0,6}$/,
  'Expected a whole number from 1 to 9999999.',
);

/** Collects the values of a repeated option. */
export function collect(value: string, earlier: readonly string[]): readonly string[] {
  return [...earlier, value];
}

/** Collects --type: a place type for all rows, or `value=type`. */
export function collectType(text: string, earlier?: GivenTypes): GivenTypes {
  const [, value, name = text] = /^(.*)=(.*)$/s.exec(text) ?? [];
  const type = placeTypes.find(one => one === plainName(name));
  if (!type) throw new InvalidArgumentError(`Expected one of ${placeTypes.join(', ')}.`);
  const ofValue = new Map(earlier?.ofValue);
  if (value === undefined) {
    if (earlier?.all) throw new InvalidArgumentError(`All places have the type ${earlier.all}.`);
    return { all: type, ofValue };
  }
  return { ...earlier, ofValue: ofValue.set(plainName(value), type) };
}

/** Parses the EPSG number of a supported coordinate system. */
export function readEpsg(text: string): number {
  if (toWgs84(Number(text))) return Number(text);
  throw new InvalidArgumentError(`Expected one of ${knownEpsg.join(', ')}.`);
}

/** Parses the name of a decimal sign. */
export function readDecimalSign(text: string): ',' | '.' {
  if (text === 'comma') return ',';
  if (text === 'point') return '.';
  throw new InvalidArgumentError('Expected comma or point.');
}

/** The examples below the help of a command. */
export function examples(...lines: string[]): string {
  return `\n${lines.length > 1 ? 'Examples' : 'Example'}:\n${lines.map(l => `  ${l}`).join('\n')}`;
}
