import { coverageWords, rowCount } from '#domain/property/summary-terms.ts';
import { className, levelName } from '#features/portfolio/messages/summary-words.ts';
import { type Measure, measures } from '#features/portfolio/summary/exposure.ts';
import type { KindCount, Summary } from '#features/portfolio/summary/summary-body.ts';
import { knownIn } from '#features/portfolio/summary/term-lines.ts';
import type { Language, Words } from '#tools/notation/languages.ts';
import { type Line, styled, table } from '#tools/terminal/print.ts';

const figure = (value: number) => value.toLocaleString('en');

const inGreek = (name: Words | string) => (typeof name === 'string' ? name : name.el);

/** The words of the frame; in English coverages, levels and results have the names of the columns. */
const frame = {
  en: {
    in: (rows: string, seconds: string, rate: string) => `${rows} in ${seconds} s${rate}`,
    rate: (rows: string) => ` (${rows} a second)`,
    columns: 'columns',
    another: '--map FIELD=COLUMN reads another',
    note: 'note',
    gained: 'gained',
    rows: 'rows',
    share: 'share',
    position: 'position',
    parcel: 'parcel',
    cost: 'cost',
    anyProblem: 'any problem',
    foundBy: 'found by',
    problem: 'problem',
    example: 'for example',
    insured: 'insured',
    insuredAsNew: 'insured (cost as new: the file has no sums)',
    sum: 'sum',
    withoutCost: 'without a cost',
    asNew: 'cost as new',
    comparedInsured: 'compared: sum insured',
    comparedAsNew: 'compared: cost as new',
    withoutOutliers: 'without outliers',
    unknown: 'unknown',
    undecided: (rows: string, sum: string, option: string) =>
      `without a cost for a word of several types: rows ${rows}, sum ${sum}; ${option}, or another type, decides`,
    more: (count: number, what: 'kinds' | 'zones') =>
      `and ${count} more ${what}: --summary writes all`,
    coverage: (name: Measure): string => name,
    level: (name: string) => name,
    zoneKind: ({ name_en }: ZoneKindNames) => name_en,
    zoneClass: (name: string) => name,
  },
  el: {
    in: (rows: string, seconds: string, rate: string) => `${rows} σε ${seconds} δευτ.${rate}`,
    rate: (rows: string) => ` (${rows} το δευτερόλεπτο)`,
    columns: 'στήλες',
    another: '--map ΠΕΔΙΟ=ΣΤΗΛΗ διαβάζει άλλη',
    note: 'σημείωση',
    gained: 'βρέθηκαν',
    rows: 'γραμμές',
    share: 'μερίδιο',
    position: 'θέση',
    parcel: 'γεωτεμάχιο',
    cost: 'κόστος',
    anyProblem: 'με πρόβλημα',
    foundBy: 'ακρίβεια',
    problem: 'πρόβλημα',
    example: 'παράδειγμα',
    insured: 'ασφαλιζόμενα κεφάλαια',
    insuredAsNew: 'κόστος ανακατασκευής (το αρχείο δεν έχει κεφάλαια)',
    sum: 'ποσό',
    withoutCost: 'χωρίς κόστος',
    asNew: 'κόστος ανακατασκευής',
    comparedInsured: 'σύγκριση: ασφαλιζόμενο κεφάλαιο',
    comparedAsNew: 'σύγκριση: κόστος ανακατασκευής',
    withoutOutliers: 'χωρίς τις ακραίες τιμές',
    unknown: 'χωρίς θέση',
    undecided: (rows: string, sum: string, option: string) =>
      `χωρίς κόστος, γιατί μια λέξη έχει πολλές σημασίες: γραμμές ${rows}, ποσό ${sum}· αποφασίζει το ${option}, ή άλλο είδος`,
    more: (count: number, what: 'kinds' | 'zones') =>
      `και ${count} ακόμη ${what === 'kinds' ? 'είδη' : 'ζώνες'}: το --summary τα γράφει όλα`,
    coverage: (name: Measure): string => coverageWords[name].el,
    level: (name: string) => inGreek(levelName(name)),
    zoneKind: ({ name_gr }: ZoneKindNames) => name_gr,
    zoneClass: (name: string) => inGreek(className(name)),
  },
};

type ZoneKindNames = Pick<NonNullable<Summary['by_zone_class']>[number], 'name_gr' | 'name_en'>;
type Frame = (typeof frame)[Language];

/** A summary as text for the terminal. */
export function summaryText(summary: Summary, language: Language = 'en'): Line[] {
  const own = frame[language];
  const { rows, seconds, columns, notes, levels, problems, row_notes } = summary;
  const rate = seconds > 0 ? own.rate(figure(Math.round(rows / seconds))) : '';
  const share = (count: number) =>
    rows === 0 ? '' : `${((100 * count) / rows).toFixed(1)} %`.padStart(7);
  const line = (name: string, count: number) => [name, figure(count).padStart(11), share(count)];
  return [
    [styled('bold', `${summary.input} → ${summary.output}`)],
    knownIn(summary.shares)[language],
    own.in(rowCount(figure(rows))[language], String(seconds), rate),
    `${own.columns}: ${Object.entries(columns)
      .map(([field, column]) => `${field} = ${column}`)
      .join(', ')}; ${own.another}`,
    ...notes.map(note => [styled('yellow', `${own.note}: ${note}`)]),
    '',
    ...table(
      [own.gained, own.rows.padStart(11), own.share.padStart(7)],
      [
        line(own.position, summary.with_position),
        line(own.parcel, summary.with_parcel),
        line(own.cost, summary.with_cost),
        line(own.anyProblem, summary.with_problems),
      ],
    ),
    '',
    ...sumTable(summary, own),
    ...table(
      [own.foundBy, own.rows.padStart(11), own.share.padStart(7)],
      Object.entries(levels).map(([level, count]) => line(own.level(level), count)),
    ),
    ...kindTable(own.problem, problems, own),
    ...kindTable(own.note, row_notes, own),
    ...undecidedWords(problems, own),
  ];
}

/** Words that may mean several types: what has no cost for it, and the option that decides. */
function undecidedWords(problems: readonly KindCount[], own: Frame): Line[] {
  const undecided = problems.filter(({ code }) => code === 'several_types');
  const lines = undecided.map(({ rows, exposure_eur, values }) => {
    const { word, types } = values as { readonly word: string; readonly types: readonly string[] };
    const sum = `€ ${figure(Math.round(exposure_eur))}`;
    return own.undecided(figure(rows), sum, `--type-word "${word}=${types[0]}"`);
  });
  return lines.length === 0 ? [] : ['', ...lines];
}

/** What is insured, by coverage and by class of each kind of zones, and what has no cost. */
function sumTable({ total, outliers, by_zone_class = [], terms }: Summary, own: Frame): Line[] {
  const euro = (value: number) => `€ ${figure(Math.round(value))}`.padStart(18);
  const sumLine = (name: string, rows: number, sum: number) => [
    name,
    figure(rows).padStart(11),
    euro(sum),
  ];
  const { basis, ...sums } = total.exposure;
  const { rows_without_cost, exposure_without_cost_eur, rows_compared } = total;
  const without = outliers.total_without;
  const zones = by_zone_class.flatMap(({ classes, ...kind }) =>
    classes.slice(0, mostKinds).map(({ name, rows, exposure_eur }) => {
      const zone = name ? own.zoneClass(name) : own.unknown;
      return sumLine(`${own.zoneKind(kind)}: ${zone}`, rows, exposure_eur);
    }),
  );
  const all = by_zone_class.reduce((sum, { classes }) => sum + classes.length, 0);
  const title = basis === 'sum_insured' ? own.insured : own.insuredAsNew;
  const ranked = own.coverage(terms.accumulate);
  const lines = [
    ...measures.map(of => sumLine(own.coverage(of), sums[of].rows, sums[of].sum_eur)),
    sumLine(own.withoutCost, rows_without_cost, exposure_without_cost_eur),
    sumLine(own.asNew, total.rows_with_cost, total.as_new_eur),
    sumLine(own.comparedInsured, rows_compared, total.compared_sum_insured_eur),
    sumLine(own.comparedAsNew, rows_compared, total.compared_as_new_eur),
    ...(outliers.largest.length > 0
      ? [sumLine(`${own.withoutOutliers}: ${ranked}`, without.rows, without.exposure_eur)]
      : []),
    ...zones,
  ].filter(([, rows]) => rows!.trim() !== '0');
  return [
    ...table([title, own.rows.padStart(11), own.sum.padStart(18)], lines),
    ...(all > zones.length ? [own.more(all - zones.length, 'zones')] : []),
    '',
  ];
}

/** Show only the most frequent kinds of remarks, and the largest zones of a kind: each may have many. */
const mostKinds = 20;

function kindTable(title: string, counts: readonly KindCount[], own: Frame): Line[] {
  if (counts.length === 0) return [];
  const rest = counts.length - mostKinds;
  return [
    '',
    ...table(
      [title, own.rows.padStart(11), own.example],
      counts
        .slice(0, mostKinds)
        .map(({ kind, rows, example }) => [kind, figure(rows).padStart(11), shortened(example)]),
    ),
    ...(rest > 0 ? [own.more(rest, 'kinds')] : []),
  ];
}

function shortened(text: string): string {
  return text.length > 90 ? `${text.slice(0, 90)}…` : text;
}
