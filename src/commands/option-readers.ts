import { InvalidArgumentError } from 'commander';

/** A share in percent, with or without its sign. */
export function percent(text: string): number {
  const value = Number(text.replace(/ ?%$/, ''));
  if (text !== '' && value >= 0 && value <= 100) return value;
  throw new InvalidArgumentError('Expected a share from 0 to 100 %.');
}

/** A share from 0 to 1. */
export function share(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= 0 && value <= 1) return value;
  throw new InvalidArgumentError('Expected a number from 0 to 1.');
}

/** From a number to a number: `10-2000`. */
export function bounds(text: string): { least: number; most: number } {
  const [, from, to] = /^(\d{1,9})-(\d{1,9})$/.exec(text) ?? [];
  const [least, most] = [Number(from), Number(to)];
  if (least <= most) return { least, most };
  throw new InvalidArgumentError('Expected two whole numbers such as 10-2000.');
}

/** How many threads, 1 to 99. */
export function readThreads(text: string): number {
  if (/^[1-9]\d?$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a whole number from 1 to 99.');
}

/** Gathers an option that may be given several times. */
export function collect(value: string, earlier: readonly string[]): readonly string[] {
  return [...earlier, value];
}

/** A whole number of up to six digits. */
export function whole(text: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a number such as 2100.');
}

/** The sign before decimals, by its name. */
export function decimalSign(text: string): ',' | '.' {
  if (text === 'comma') return ',';
  if (text === 'point') return '.';
  throw new InvalidArgumentError('Expected comma or point.');
}

/** The examples that stand below the help of a command. */
export function examples(...lines: string[]): string {
  return `\n${lines.length > 1 ? 'Examples' : 'Example'}:\n${lines.map(l => `  ${l}`).join('\n')}`;
}

/** A whole number from 1 on. */
export function readLimit(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('expected a whole number from 1 to 9999999');
}
