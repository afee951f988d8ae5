import type { Language } from '#tools/notation/languages.ts';

/** The notes and sources of the data that ship, in Greek; they are in English. */
const greek: Readonly<Record<string, string>> = {
  'structure and finishes; a round figure near published levels of 2025, not a quotation':
    'φέρων οργανισμός και τελειώματα· δική μας στρογγυλή τιμή κοντά στα δημοσιευμένα επίπεδα του 2025, όχι προσφορά',
  'for the objective value; not the age table of ENFIA':
    'για την αντικειμενική αξία· όχι ο πίνακας παλαιότητας του ΕΝΦΙΑ',
  'from one secondary source: check before use':
    'από μία δευτερογενή πηγή: ελέγξτε την πριν από τη χρήση',
  'also fire, flood and earthquake for at least three months':
    'και πυρκαγιά, πλημμύρα και σεισμός για τουλάχιστον τρεις μήνες',
  'firms with a turnover above 500,000 euro': 'επιχειρήσεις με κύκλο εργασιών άνω των 500.000 ευρώ',
  'decision ΠΟΛ.1149/1994, article 3 §7, as amended to 2024':
    'απόφαση ΠΟΛ.1149/1994, άρθρο 3 §7, όπως ισχύει το 2024',
  'Ross-Heidecke, as usual in valuation': 'Ross-Heidecke, όπως συνηθίζεται στις εκτιμήσεις',
  'law 5116/2024, article 5': 'ν. 5116/2024, άρθρο 5',
  'ENFIA rebate for insured homes, rule of 2024':
    'έκπτωση ΕΝΦΙΑ για ασφαλισμένες κατοικίες, όπως ίσχυε το 2024',
  'ENFIA rebate for insured homes, rule of 2026':
    'έκπτωση ΕΝΦΙΑ για ασφαλισμένες κατοικίες, όπως ισχύει το 2026',
};

/** A note or source of the data: translated if it ships with Ktima, else as the data have it. */
export function shippedText(text: string, language: Language): string {
  return language === 'el' && Object.hasOwn(greek, text) ? greek[text]! : text;
}
