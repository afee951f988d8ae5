import type { Writable } from 'node:stream';
import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

/** A part of a line with a style, which is printed if the stream supports styles. */
export interface Styled {
  readonly style: Style;
  readonly text: string;
}

/** One line to print. */
export type Line = string | readonly (string | Styled)[];

/** One line or several lines to print. */
export type Text = string | readonly Line[];

/** Control and format characters (also text direction), line separators, and lone surrogates. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/**
 * Escapes characters that would control the terminal or stay invisible. They are written as in JSON
 * (`\u001b`), so that JSON remains valid.
 */
export function escapeControls(text: string): string {
  return text.replace(unprintable, character =>
    character
      .split('')
      .map(unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/** The same for text of several lines. Keeps newlines and tabs. */
export function escapeLines(text: string): string {
  return text.replace(/[^\n\t]+/g, escapeControls);
}

/** Text with a style. */
export function styled(style: Style, text: string): Styled {
  return { style, text };
}

/** A value as indented JSON. */
export function jsonText(value: unknown): Text {
  return JSON.stringify(value, null, 2).split('\n');
}

/**
 * Prints text to a stream. All output of commands goes through this function. It escapes all texts,
 * because they may come from a file or a database. Of no lines it writes nothing.
 */
export function print(stream: Writable, text: Text): void {
  if (text.length === 0) return;
  stream.write(`${joined(text, ({ style, text }) => styleText(style, text, { stream }))}\n`);
}

/** The text as `print` writes it without styles. */
export function plainText(text: Text): string {
  return joined(text, piece => piece.text);
}

function joined(text: Text, inStyle: (piece: Styled) => string): string {
  const lines = typeof text === 'string' ? [text] : text;
  const written = (piece: string | Styled) =>
    typeof piece === 'string'
      ? escapeControls(piece)
      : inStyle({ ...piece, text: escapeControls(piece.text) });
  return lines
    .map(line => (typeof line === 'string' ? written(line) : line.map(written).join('')))
    .join('\n');
}

/** A table for a terminal: a heading and aligned columns, numbers right-aligned. */
export function table(
  heading: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): Line[] {
  // Escape before measuring: `print` escapes too, which changes the width.
  const cells = rows.map(row => row.map(cell => escapeControls(String(cell))));
  const widths = heading.map((title, i) =>
    Math.max(title.length, ...cells.map(row => row[i]!.length)),
  );
  const aligned = (row: readonly string[], isNumber: (i: number) => boolean) =>
    row
      .map((cell, i) => {
        if (isNumber(i)) return cell.padStart(widths[i]!);
        return cell.padEnd(i === row.length - 1 ? 0 : widths[i]!);
      })
      .join('  ');
  return [
    [
      styled(
        'bold',
        aligned(heading, () => false),
      ),
    ],
    ...cells.map((row, r) => aligned(row, i => typeof rows[r]![i] === 'number')),
  ];
}

/** A moment as text in UTC, to the minute: 2026-06-15 09:00. */
export function utcMinute(moment: string | number): string {
  return new Date(moment).toISOString().slice(0, 16).replace('T', ' ');
}

/** The same to the second. */
export function utcSecond(moment: string | number): string {
  return new Date(moment).toISOString().slice(0, 19).replace('T', ' ');
}
