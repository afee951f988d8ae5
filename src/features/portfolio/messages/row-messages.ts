import { mostMessages } from '#tools/files/table-budgets.ts';
import type { Language } from '#tools/notation/languages.ts';
import { sentenceTexts } from '#tools/notation/sentence-texts.ts';
import { type Coded, writerOf } from '#tools/notation/sentences.ts';
import { messageTexts } from './message-texts.ts';
import { fieldName, typeName } from './summary-words.ts';

const texts = { ...sentenceTexts, ...messageTexts };

/** What a message may be about, as a code. */
export type MessageCode = keyof typeof texts;

/** A message as data: its text is made in the language of its reader. Threads post it. */
export type Message = Coded<MessageCode>;
export type MessageValues = NonNullable<Message['values']>;

/** A problem or note on a row. */
export interface RowMessage extends Message {
  /** The field, the column or the section that it is about; undefined for the row itself. */
  readonly field?: string | undefined;
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

/** A message about a column, a field or a section. */
export function rowMessage(field: string, code: MessageCode, values?: MessageValues): RowMessage {
  return { field, code, ...(values && { values }) };
}

/** The text of a message. */
export function textIn(language: Language, message: RowMessage): string {
  return written(language, message, 'text');
}

/** What the same messages of several rows have in common, so that they can be counted. */
export function kindIn(language: Language, message: RowMessage): string {
  return written(language, message, 'kind');
}

const write = writerOf(texts, nameIn);

function written(language: Language, message: RowMessage, part: 'kind' | 'text'): string {
  const { field } = message;
  const text = write(language, message, part);
  return field === undefined ? text : `${nameIn(language, field)}: ${text}`;
}

/** The name of a field or a type for readers; in English it is the one that requests use. */
function nameIn(language: Language, name: string): string {
  if (language === 'en') return name;
  const known = [fieldName(name), typeName(name)].find(one => typeof one !== 'string');
  return typeof known === 'object' ? known.el : name;
}

/** The messages as the text of one cell; empty when there are none. */
export function joinMessages(language: Language, messages: readonly RowMessage[]): string {
  return firstMessages(messages)
    .map(message => textIn(language, message))
    .join('; ');
}

/** The first messages, and how many more there are. */
export function firstMessages(messages: readonly RowMessage[]): readonly RowMessage[] {
  if (messages.length <= mostMessages) return messages;
  const count = messages.length - mostMessages;
  return [...messages.slice(0, mostMessages), { code: 'and_more', values: { count } }];
}
