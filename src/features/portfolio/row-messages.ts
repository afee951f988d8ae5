import { mostMessages } from '../../tools/files/table-budgets.ts';

/** A problem or note on a row. */
export interface RowMessage {
  /** The same text in every row, so that it can be counted. */
  readonly kind: string;
  /** The message with this row's values. */
  readonly text: string;
}

/** Problems, which a person must check, and notes, which only inform. */
export interface RowMessages {
  readonly problems: RowMessage[];
  readonly notes: RowMessage[];
}

/** Two empty lists, to be filled. */
export function noMessages(): RowMessages {
  return { problems: [], notes: [] };
}

/** A message about a column, a field or a section. `text` is only needed where it differs from `kind`. */
export function rowMessage(about: string, kind: string, text = kind): RowMessage {
  return { kind: `${about}: ${kind}`, text: `${about}: ${text}` };
}

/** The messages as the text of one cell; empty when there are none. */
export function joinMessages(messages: readonly RowMessage[]): string {
  return firstMessages(messages.map(({ text }) => text)).join('; ');
}

/** The first messages, and how many more there are. */
export function firstMessages(texts: readonly string[]): readonly string[] {
  if (texts.length <= mostMessages) return texts;
  return [...texts.slice(0, mostMessages), `and ${texts.length - mostMessages} more`];
}
