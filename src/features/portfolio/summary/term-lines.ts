import { type Words, words } from './summary-words.ts';
import type { SummaryTerms } from './terms.ts';

/** A term and its value. */
type TermLine = readonly [Words, Words | string];

const none = words('κανένα', 'none');
const languages = ['el', 'en'] as const;

/** A text in both languages, made from the words of each. */
function inBoth(text: (language: (typeof languages)[number]) => string): Words {
  const [el, en] = languages.map(text) as [string, string];
  return { el, en };
}

const [other, from, rowsOf, sampleData, notLoaded] = [
  words('άλλη σε', 'another in'),
  words('από', 'from'),
  words('γραμμές', 'rows'),
  words(', δείγμα', ', sample data'),
  words('δεν φορτώθηκαν', 'not loaded'),
];

const rateNames: Readonly<Record<SummaryTerms['rates'], Words>> = {
  prefix: words('των δύο πρώτων ψηφίων του Τ.Κ.', 'of the first two digits of the postal code'),
  finest: words('οι λεπτομερέστερες του τόπου', 'the finest of the place'),
};

const leftOutNames: Readonly<Record<LeftOut['from'], Words>> = {
  not_read: words('Γραμμές που δεν διαβάστηκαν, σε κανένα ποσό', 'Rows not read, in no sum'),
  without_cost: words('Γραμμές χωρίς κόστος', 'Rows without a cost'),
  without_place: words('Γραμμές σε κανέναν κύκλο ή χάρτη', 'Rows in no circle and on no map'),
};

type LeftOut = SummaryTerms['rows_left_out'][number];

/** The terms of a summary in words, in the order in which they are read. */
export function termLines(terms: SummaryTerms): TermLine[] {
  const { valuation_date: day, rows_with_other_date: others } = terms;
  return [
    [
      words('Ημερομηνία εκτίμησης', 'Valuation date'),
      others === 0 ? day : inBoth(l => `${day}; ${other[l]} ${others} ${rowsOf[l]}`),
    ],
    [words('Τιμές μονάδας', 'Rates'), rateNames[terms.rates]],
    ...terms.rate_sources.map(rateLine),
    [words('Δείκτης', 'Index'), terms.index ?? none],
    [words('Προσαυξήσεις', 'Add-ons'), terms.addons ?? none],
    [words('Παλαίωση', 'Ageing'), terms.ageing.join(', ') || none],
    [words('Έκδοση δεδομένων κόστους', 'Version of the cost data'), terms.dataset ?? none],
    ...terms.zones.map(zoneLine),
    [words('Πρόγραμμα', 'Program'), terms.program],
    ...terms.rows_left_out.map(leftOutLine),
  ];
}

function rateLine(rate: SummaryTerms['rate_sources'][number]): TermLine {
  const { source, valid_from, is_sample, rows } = rate;
  const text = inBoth(
    l =>
      `${source}, ${from[l]} ${valid_from}${is_sample ? sampleData[l] : ''}: ${rows} ${rowsOf[l]}`,
  );
  return [words('Πηγή τιμών', 'Source of rates'), text];
}

function zoneLine({ name_gr, name_en, sources }: SummaryTerms['zones'][number]): TermLine {
  const text = inBoth(l => {
    const loaded = sources.map(
      one => `${one.source}, ${one.loaded_at.slice(0, 10)}${one.is_sample ? sampleData[l] : ''}`,
    );
    return loaded.join('; ') || notLoaded[l];
  });
  return [words(`Ζώνες: ${name_gr}`, `Zones: ${name_en}`), text];
}

/** The most frequent reasons; the table of problems has all. */
const mostReasons = 5;

function leftOutLine({ from, rows, because }: LeftOut): TermLine {
  const reasons = because.slice(0, mostReasons).map(one => `${one.kind} (${one.rows})`);
  if (because.length > mostReasons) reasons.push('…');
  return [leftOutNames[from], [rows, reasons.join('; ')].filter(part => part !== '').join(': ')];
}
