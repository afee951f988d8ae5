/** The languages of texts, the default of documents first. */
export const languages = ['el', 'en'] as const;
export type Language = (typeof languages)[number];
