import {
  leftOutWords,
  rateSources,
  rateWords,
  sharesLine,
} from '#domain/property/summary-terms.ts';
import { terms as names } from '#domain/property/terms.ts';
import { type Language, languages, type Words, words } from '#tools/notation/languages.ts';
import type { Shares, SummaryTerms } from './summary-body.ts';

type TermLine = readonly [Words, Words | string];

const none = words('κανένα', 'none');
/** A text in both languages, made from the words of each. */
function inBoth(text: (language: Language) => string): Words {
  const [el, en] = languages.map(text) as [string, string];
  return { el, en };
}

const [otherDate, from, sampleData, notLoaded] = [
  words('γραμμές με άλλη', 'rows with another'),
  words('από', 'from'),
  words(`, ${names.sample.el}`, `, ${names.sample.en}`),
  words('δεν φορτώθηκαν', 'not loaded'),
];

/** How much of the book is known, in one line. */
export function knownIn(shares: Shares): Words {
  return inBoth(language => {
    const number = (value: number) => Math.round(value).toLocaleString(language);
    const percent = (share: number) =>
      `${(100 * share).toLocaleString(language, { maximumFractionDigits: 1 })} %`;
    return sharesLine(shares, language, { number, percent, euro: value => `${number(value)} €` });
  });
}

/** The most values of a term that are shown; the summary as JSON has all. */
const mostShown = 10;

function listed(values: readonly string[]): string {
  const more = values.length > mostShown ? ['…'] : [];
  return [...values.slice(0, mostShown), ...more].join('; ');
}

type LeftOut = SummaryTerms['rows_left_out'][number];

/** The terms of a summary in words, in the order in which they are read. */
export function termLines(terms: SummaryTerms): TermLine[] {
  const { valuation_date: day, rows_with_other_date: others } = terms;
  return [
    [names.valuationDate, others === 0 ? day : inBoth(l => `${day}; ${otherDate[l]}: ${others}`)],
    [words('Τιμές μονάδας', 'Rates'), rateWords[terms.rates]],
    [words('Πηγές τιμών, με γραμμές', 'Sources of rates, with rows'), sourcesOf(terms)],
    [words('Δείκτης', 'Index'), terms.index ?? none],
    [names.addons, terms.addons ?? none],
    [names.ageing, listed(terms.ageing) || none],
    [names.dataset, terms.dataset ?? none],
    ...terms.zones.map(zoneLine),
    [words('Πρόγραμμα', 'Program'), terms.program],
    ...terms.rows_left_out.map(leftOutLine),
  ];
}

function sourcesOf({ rate_sources }: SummaryTerms): Words {
  return inBoth(l => {
    const texts = rateSources(rate_sources, l).map(({ source, valid_from, is_sample, rows }) => {
      return `${source}, ${from[l]} ${valid_from}${is_sample ? sampleData[l] : ''} (${rows})`;
    });
    return listed(texts) || none[l];
  });
}

function zoneLine({ name_gr, name_en, sources }: SummaryTerms['zones'][number]): TermLine {
  const text = inBoth(l => {
    const loaded = sources.map(
      one => `${one.source}, ${one.loaded_at.slice(0, 10)}${one.is_sample ? sampleData[l] : ''}`,
    );
    return listed(loaded) || notLoaded[l];
  });
  return [words(`Ζώνες: ${name_gr}`, `Zones: ${name_en}`), text];
}

function leftOutLine({ from, rows, because }: LeftOut): TermLine {
  const reasons = listed(because.map(one => `${one.kind} (${one.rows})`));
  return [leftOutWords[from], reasons === '' ? String(rows) : `${rows}: ${reasons}`];
}
