import type { Writable } from 'node:stream';
import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

/** A part of a line, printed in a style of ours where the stream shows styles. */
export interface Styled {
  readonly style: Style;
  readonly text: string;
}

/** What is printed as one line. */
export type Line = string | readonly (string | Styled)[];

/** What is printed: one line, or several. */
export type Text = string | readonly Line[];

/** Control characters, invisible marks (text direction among them), separators of lines, half characters. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/**
 * A text in which a terminal finds nothing to obey: what it would act on, or would not show, is
 * written as in JSON (`\u001b`), so that JSON stays JSON.
 */
export function escapeControls(text: string): string {
  return text.replace(unprintable, character =>
    character
      .split('')
      .map(unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/** The same for text of several lines, perhaps with tabs, which stay. */
export function escapeLines(text: string): string {
  return text.replace(/[^\n\t]+/g, escapeControls);
}

/** Text in a style. */
export function styled(style: Style, text: string): Styled {
  return { style, text };
}

/** A value as indented JSON. */
export function jsonText(value: unknown): Text {
  return JSON.stringify(value, null, 2).split('\n');
}

/**
 * Prints on a terminal, or wherever the stream leads: the one way out for everything a command
 * shows. All texts are escaped, because any of them may hold what stood in a file or a database.
 */
export function print(stream: Writable, text: Text): void {
  stream.write(`${joined(text, ({ style, text }) => styleText(style, text, { stream }))}\n`);
}

/** The same as `print` writes it where there are no styles. */
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
