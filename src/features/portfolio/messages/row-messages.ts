import { mostMessages } from '#tools/files/table-budgets.ts';
import type { Language } from '#tools/notation/languages.ts';
import { recentlyUsed } from '#tools/recently-used.ts';
import { messageTexts } from './message-texts.ts';
import { sentenceTexts } from './sentence-texts.ts';
import { fieldName, typeName } from './summary-words.ts';

/** What a message may be about, as a code. */
export type MessageCode = keyof typeof messageTexts | keyof typeof sentenceTexts;

/** A value of a message: a text, a number, several texts of which one is meant, or messages. */
type MessageValue = string | number | Message | readonly string[] | readonly Message[];
export type MessageValues = Readonly<Record<string, MessageValue | undefined>>;

/** A message as data: its text is made in the language of its reader. Threads post it. */
export interface Message {
  readonly code: MessageCode;
  readonly values?: MessageValues;
}

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

/** The texts by code and language, each as kind and as whole text. */
const templates = new Map(
  Object.entries({ ...sentenceTexts, ...messageTexts }).map(([code, [en, el]]) => [
    code,
    { en: partsOf(en), el: partsOf(el) },
  ]),
);

function partsOf(template: string) {
  const [kind = '', text = kind] = template.split(' | ');
  return { kind: kind.replace(/\[[^[\]]*\]/g, ''), text: text.replace(/[[\]]/g, '') };
}

function written(
  language: Language,
  { field, code, values = {} }: RowMessage,
  part: 'kind' | 'text',
): string {
  const template = templates.get(code)![language][part];
  const text = template.replace(/\{(\w+)\}/g, (_, name: string) =>
    shown(language, name, values[name]),
  );
  return field === undefined ? text : `${nameIn(language, field)}: ${text}`;
}

function shown(language: Language, name: string, value: MessageValue | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value).replace('.', language === 'el' ? ',' : '.');
  if (typeof value === 'string') return isName.has(name) ? nameIn(language, value) : value;
  const all = [value].flat();
  const texts = all.map(one => (typeof one === 'string' ? one : textIn(language, one)));
  if (name === 'hint') return ` (${texts})`;
  const or = language === 'el' ? ' ή ' : ' or ';
  return texts.join(typeof all[0] === 'string' ? or : '; ');
}

/** Values that are names of fields or of property types. */
const isName: ReadonlySet<string> = new Set(['field', 'one', 'other', 'type']);

/** The name of a field or a type for readers; in English it is the one that requests use. */
function nameIn(language: Language, name: string): string {
  if (language === 'en') return name;
  const known = [fieldName(name), typeName(name)].find(one => typeof one !== 'string');
  return typeof known === 'object' ? known.el : name;
}

/** The values that are sentences themselves. */
const isSentence: ReadonlySet<string> = new Set(['fault', 'expected', 'where']);

/** Rows repeat their sentences. */
const sentences = recentlyUsed<Message>(1_000);

/** The message of a sentence that another module made. */
export function sentence(text: string): Message {
  const known = sentences.get(text) ?? readSentence(text);
  sentences.set(text, known);
  return known;
}

function readSentence(text: string): Message {
  for (const [code, [template]] of Object.entries(sentenceTexts)) {
    const values = valuesIn(text, template);
    if (!values) continue;
    const inner = Object.entries(values).map(([name, value]) => [
      name,
      isSentence.has(name) ? sentence(value) : value,
    ]);
    return {
      code: code as MessageCode,
      ...(inner.length > 0 && { values: Object.fromEntries(inner) }),
    };
  }
  return { code: 'text', values: { text } };
}

/** The values of a text by a template; undefined if it does not fit. */
function valuesIn(text: string, template: string): Record<string, string> | undefined {
  const [start = '', ...parts] = template.split(/\{(\w+)\}/);
  if (!text.startsWith(start)) return undefined;
  const values: Record<string, string> = {};
  let at = start.length;
  for (let i = 0; i < parts.length; i += 2) {
    const after = parts[i + 1]!;
    const isLast = i + 2 === parts.length;
    const end = isLast ? text.length - after.length : text.indexOf(after, at);
    if (end < at || !text.startsWith(after, end)) return undefined;
    values[parts[i]!] = text.slice(at, end);
    at = end + after.length;
  }
  return at === text.length ? values : undefined;
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
