/** The languages of texts, the default of documents first. */
export const languages = ['el', 'en'] as const;
export type Language = (typeof languages)[number];

/** A text in each language. */
export type Words = Readonly<Record<Language, string>>;

export const words = (el: string, en: string): Words => ({ el, en });

/** The texts of a table in one language: each pair, and what makes one, is a text. */
export type TextsOf<Table> = Table extends Words
  ? string
  : Table extends (...values: infer Values) => Words
    ? (...values: Values) => string
    : { readonly [Name in keyof Table]: TextsOf<Table[Name]> };

/** The words of a table in one language. */
export function wordsIn<Table>(language: Language, table: Table): TextsOf<Table>;
export function wordsIn(language: Language, table: unknown): unknown {
  if (typeof table === 'function') return (...values: unknown[]) => table(...values)[language];
  if (typeof table !== 'object' || table === null) return table;
  if (language in table) return (table as Words)[language];
  if (Array.isArray(table)) return table.map(one => wordsIn(language, one));
  const texts = Object.entries(table).map(([name, one]) => [name, wordsIn(language, one)]);
  return Object.fromEntries(texts);
}
