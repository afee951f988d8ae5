import type { Language } from './languages.ts';
import { sentenceTexts } from './sentence-texts.ts';

/** A code and its values: the text is made in the language of its reader. Threads post it. */
export interface Coded<Code extends string> {
  readonly code: Code;
  readonly values?: Readonly<Record<string, Value<Code> | undefined>>;
}

/** A text, a number, several texts of which one is meant, or sentences. */
type Value<Code extends string> =
  | string
  | number
  | Coded<Code>
  | readonly string[]
  | readonly Coded<Code>[];

export type SentenceCode = keyof typeof sentenceTexts;
export type Sentence = Coded<SentenceCode>;

/** The texts of codes, in English and Greek. */
type Texts<Code extends string> = Readonly<Record<Code, readonly [en: string, el: string]>>;

/** Makes the texts of codes; `nameIn` writes the values that are names of fields and types. */
export function writerOf<Code extends string>(
  texts: Texts<Code>,
  nameIn: (language: Language, name: string) => string = (_, name) => name,
) {
  const templates = new Map(
    Object.entries<Texts<Code>[Code]>(texts).map(([code, [en, el]]) => [
      code,
      { en: partsOf(en), el: partsOf(el) },
    ]),
  );
  return function write(
    language: Language,
    { code, values = {} }: Coded<Code>,
    part: 'kind' | 'text' = 'text',
  ): string {
    const shown = (name: string): string => {
      const value = values[name];
      if (value === undefined) return '';
      if (typeof value === 'number')
        return String(value).replace('.', language === 'el' ? ',' : '.');
      const named = (text: string) => (isName.has(name) ? nameIn(language, text) : text);
      if (typeof value === 'string') return named(value);
      const all = [value].flat() as (string | Coded<Code>)[];
      const written = all.map(one => (typeof one === 'string' ? named(one) : write(language, one)));
      if (name === 'hint') return ` (${written})`;
      const or = language === 'el' ? ' ή ' : ' or ';
      return written.join(typeof all[0] === 'string' ? or : '; ');
    };
    return templates.get(code)![language][part].replace(/\{(\w+)\}/g, (_, name) => shown(name));
  };
}

/** Values that are names of fields or of property types. */
const isName: ReadonlySet<string> = new Set(['field', 'one', 'other', 'type', 'types']);

function partsOf(template: string) {
  const [kind = '', text = kind] = template.split(' | ');
  return { kind: kind.replace(/\[[^[\]]*\]/g, ''), text: text.replace(/[[\]]/g, '') };
}

const write = writerOf(sentenceTexts);

/** A sentence in English, as errors and answers have it. */
export function inEnglish(sentence: Sentence): string {
  return write('en', sentence);
}

/** The sentence of a code whose values are a list. */
export function withDetails<Code extends string>({
  code,
  details,
}: {
  readonly code: Code;
  readonly details: readonly string[];
}): Coded<Code> {
  return { code, values: Object.fromEntries(details.entries()) };
}
