import { certaintyWords, coverageWords, rowCount } from '#domain/property/summary-terms.ts';
import { terms as names } from '#domain/property/terms.ts';
import { type Words, words } from '#tools/notation/languages.ts';
import { className, levelName, typeName } from '../messages/summary-words.ts';
import { type Measure, measures } from './exposure.ts';
import { wholePercent } from './groups.ts';
import type { GroupLine, LookLine, Sections, Summary, SummaryTerms } from './summary-body.ts';
import { knownIn, termLines } from './term-lines.ts';

/** How the values of a column are shown. Messages are in the language of the run. */
export type ColumnKind = 'text' | 'list' | 'message' | 'whole' | 'euro' | 'share' | 'degrees';

/** Whether the values of a kind are text. */
export function isText(kind: ColumnKind): kind is 'text' | 'list' | 'message' {
  return kind === 'text' || kind === 'list' || kind === 'message';
}

/** A table of the summary. */
export interface SummaryTable {
  readonly title: Words;
  readonly note?: Words;
  readonly columns: readonly (Words & { readonly kind: ColumnKind })[];
  readonly rows: readonly (readonly (string | number | Words)[])[];
}

const column = (kind: ColumnKind, el: string, en: string) => ({ kind, el, en });
const unknown = '—';

const measureNames: Readonly<Record<Measure, Words>> = {
  ...coverageWords,
  total: words('Σύνολο κεφαλαίων', 'Total insured'),
};

const sumNames = measures.map(of =>
  column('euro', `${measureNames[of].el} (€)`, `${measureNames[of].en} (€)`),
);
const sumColumns = [
  column('whole', 'Γραμμές', 'Rows'),
  column('whole', 'Εμβαδόν (m²)', 'Area (m²)'),
  column('whole', 'Με κόστος', 'With a cost'),
  column('euro', `${names.asNew.el} (€)`, `${names.asNew.en} (€)`),
  column('whole', 'Με αποσβεσμένο κόστος', 'With a depreciated cost'),
  column('euro', `${names.asIs.el} (€)`, `${names.asIs.en} (€)`),
  ...sumNames,
  column('euro', 'Κατά προσέγγιση (€)', 'Approximate (€)'),
  column('whole', 'Χωρίς κόστος', 'Without a cost'),
  column('euro', 'Κεφάλαια χωρίς κόστος (€)', 'Exposure without a cost (€)'),
  column('whole', 'Με κόστος και κεφάλαιο', 'With a cost and a sum'),
  column('euro', 'Κεφάλαιό τους (€)', 'Their sum insured (€)'),
  column('euro', 'Κόστος ανακατασκευής τους (€)', 'Their cost as new (€)'),
];

/** An amount of some rows; empty where no row has one, because 0 would be an amount. */
const ofRows = (rows: number, euros: number) => (rows === 0 ? '' : euros);

function groupTable(
  title: Words,
  first: Words,
  lines: readonly GroupLine[],
  { note, nameOf = name => name }: { note?: Words; nameOf?: (name: string) => Words | string } = {},
): SummaryTable {
  return {
    title,
    ...(note && { note }),
    columns: [column('text', first.el, first.en), ...sumColumns],
    rows: lines.map(line => [
      line.name === '' ? unknown : nameOf(line.name),
      line.rows,
      line.area_m2,
      line.rows_with_cost,
      ofRows(line.rows_with_cost, line.as_new_eur),
      line.rows_with_as_is,
      ofRows(line.rows_with_as_is, line.as_is_eur),
      ...measures.map(of => line.exposure[of].sum_eur),
      line.exposure_rough_eur,
      line.rows_without_cost,
      line.exposure_without_cost_eur,
      line.rows_compared,
      ofRows(line.rows_compared, line.compared_sum_insured_eur),
      ofRows(line.rows_compared, line.compared_as_new_eur),
    ]),
  };
}

/** The bands of cover, and the cover of all their rows together. */
function insuredLines({ by_insured_percent, total: all }: Sections): GroupLine[] {
  const bands = by_insured_percent.map(line => ({ ...line, name: `${line.name} %` }));
  if (bands.length === 0) return [];
  const cents = (euros: number) => Math.round(euros * 100);
  const insured = cents(all.compared_sum_insured_eur);
  const percent = wholePercent(insured, cents(all.compared_as_new_eur));
  const isHalf = 2 * all.compared_sum_insured_eur >= all.exposure.building.sum_eur;
  return isHalf ? [...bands, { ...all, name: `Σ: ${percent} %` }] : bands;
}

/** What the amounts are, in words. */
const basisNotes: Readonly<Record<SummaryTerms['exposure_basis'], Words>> = {
  sum_insured: words(
    'Τα κεφάλαια είναι τα ασφαλιζόμενα· ό,τι δεν είναι ασφαλισμένο δεν μετρά.',
    'Sums are those insured; what is not insured does not count.',
  ),
  cost_as_new: words(
    'Το αρχείο δεν έχει ασφαλιζόμενα κεφάλαια: στη θέση τους είναι το κόστος ανακατασκευής.',
    'The file has no sums insured: the cost as new stands in for them.',
  ),
};

/** The tables of the workbook, in the order in which they are read. */
export function summaryTables(summary: Summary): SummaryTable[] {
  const [totals, ...groups] = groupTables(summary);
  return withRows([
    termsTable(summary),
    totals!,
    outlierTable(summary),
    certaintyTable(summary),
    ...groups,
    circleTable(summary),
    unplacedTable(summary),
    oedTable(summary),
    lookTable(summary),
  ]);
}

/** The tables that the file as HTML has too: the console draws the others its own way. */
export function groupTables(summary: Summary): SummaryTable[] {
  return withRows([
    groupTable(words('Σύνολα', 'Totals'), words('', ''), totalLines(summary), {
      nameOf: totalName,
      note: words(
        `Κάθε κόστος είναι των γραμμών που μετρά η στήλη αριστερά του· το εμβαδόν, όσων έχουν εμβαδόν. ${basisNotes[summary.terms.exposure_basis].el} «Κατά προσέγγιση»: γραμμές που η θέση τους είναι γνωστή μόνο έως τον δρόμο, τον Τ.Κ. ή τον οικισμό, ή δεν είναι βέβαιη.`,
        `Each cost is that of the rows which the column to its left counts; the area, of those with an area. ${basisNotes[summary.terms.exposure_basis].en} "Approximate": rows whose place is known only to the street, postal code or town, or is not certain.`,
      ),
    }),
    asideTable(summary),
    groupTable(
      words('Πρώτα ψηφία Τ.Κ.', 'Postal prefix'),
      words('Τ.Κ.', 'Postal code'),
      summary.by_zone,
      {
        note: words(
          'Τα δύο πρώτα ψηφία του ταχυδρομικού κώδικα.',
          'The first two digits of the postal code.',
        ),
      },
    ),
    groupTable(
      words('Περιφερειακές ενότητες', 'Regional units'),
      words('Ενότητα', 'Unit'),
      summary.by_regional_unit,
    ),
    groupTable(
      words('Δήμοι', 'Municipalities'),
      words('Δήμος', 'Municipality'),
      summary.by_municipality,
    ),
    groupTable(
      words('Είδη ακινήτων', 'Property types'),
      words('Είδος', 'Type'),
      summary.by_property_type,
      { nameOf: typeName },
    ),
    groupTable(words('Ηλικία', 'Age'), words('Έτη', 'Years'), summary.by_age),
    groupTable(
      words('Υπασφάλιση', 'Underinsurance'),
      words('Κάλυψη', 'Cover'),
      insuredLines(summary),
      {
        note: words(
          'Ασφαλιζόμενο κεφάλαιο ως ποσοστό του κόστους ανακατασκευής, στις γραμμές που έχουν και τα δύο. Το σύνολό τους λείπει, αν έχουν λιγότερο από τα μισά κεφάλαια κτιρίων.',
          'The sum insured as a percentage of the cost as new, of the rows that have both. Without a total if they have less than half of the sum insured of buildings.',
        ),
      },
    ),
    ...zoneTables(summary),
    levelTable(summary),
  ]);
}

const withRows = (tables: readonly SummaryTable[]) => tables.filter(({ rows }) => rows.length > 0);

/** A table for each kind of zones. The number keeps the names of sheets apart. */
function zoneTables({ by_zone_class = [] }: Summary): SummaryTable[] {
  return by_zone_class.map(({ name_gr, name_en, classes }, i) =>
    groupTable(
      words(`Ζώνες ${i + 1}: ${name_gr}`, `Zones ${i + 1}: ${name_en}`),
      words('Κατηγορία', 'Class'),
      classes,
      { nameOf: className },
    ),
  );
}

function levelTable({ levels, rows: all }: Summary): SummaryTable {
  return {
    title: words('Ακρίβεια θέσης', 'Position found by'),
    columns: [
      column('text', 'Επίπεδο', 'Level'),
      column('whole', 'Γραμμές', 'Rows'),
      column('share', 'Μερίδιο', 'Share'),
    ],
    rows: Object.entries(levels).map(([level, rows]) => [levelName(level), rows, rows / all]),
  };
}

function certaintyTable({ by_certainty }: Sections): SummaryTable {
  return {
    title: words('Βεβαιότητα θέσης', 'Certainty of places'),
    columns: [
      column('text', 'Γνωστή έως', 'Known to'),
      column('whole', 'Γραμμές', 'Rows'),
      column('euro', 'Ποσό (€)', 'Amount (€)'),
      column('share', 'Μερίδιο του ποσού', 'Share of the amount'),
    ],
    rows: by_certainty.map(({ name, rows, exposure_eur, share }) => [
      certaintyWords[name],
      rows,
      exposure_eur,
      share ?? unknown,
    ]),
  };
}

/** How much of the book is known, and on what all figures rest; the first table. */
function termsTable({ shares, terms }: Summary): SummaryTable {
  return {
    title: words('Όροι', 'Terms'),
    columns: [column('text', 'Όρος', 'Term'), column('text', 'Τιμή', 'Value')],
    rows: [[words('Τι είναι γνωστό', 'What is known'), knownIn(shares)], ...termLines(terms)],
  };
}

/** What is counted beside the totals. */
function asideTable(summary: Summary): SummaryTable {
  const { buildings, repeated } = summary;
  const rows: SummaryTable['rows'] = [
    [words('Κτίρια', 'Buildings'), buildings, ''],
    [words('Επαναλήψεις γραμμών', 'Repeated rows'), repeated.rows, repeated.exposure_eur],
  ];
  return {
    title: words('Πέρα από τα σύνολα', 'Beside the totals'),
    note: repeated.is_left_out
      ? words('Τα σύνολα είναι χωρίς τις επαναλήψεις.', 'The totals are without repeated rows.')
      : words('Τα σύνολα περιέχουν τις επαναλήψεις.', 'The totals contain repeated rows.'),
    columns: [
      column('text', '', ''),
      column('whole', 'Πλήθος', 'Count'),
      column('euro', 'Ποσό (€)', 'Amount (€)'),
    ],
    rows: rows.filter(([, count]) => count !== 0),
  };
}

function circleTable({ circles, rows: all, terms, ...summary }: Summary): SummaryTable {
  const shared = summary.rows_at_shared_point;
  return {
    title: names.accumulation,
    note: words(
      `Τα μεγαλύτερα ποσά γύρω από μια γραμμή (κατάταξη: ${measureNames[terms.accumulate].el}). ${basisNotes[terms.exposure_basis].el} Γύρω από άλλο σημείο το ποσό μπορεί να είναι μεγαλύτερο: για την ακτίνα των 200 μ. είναι κάτω όριο. Οι κύκλοι μιας ακτίνας δεν επικαλύπτονται. Για ${shared} από ${all} γραμμές είναι γνωστός μόνο ο δρόμος, ο Τ.Κ. ή η περιοχή, και το σημείο τους είναι κοινό: τα αθροίσματά τους σε μικρούς κύκλους είναι αβέβαια. «Κατά προσέγγιση»: γραμμές του κύκλου με θέση λιγότερο ακριβή από την ακτίνα· μπορεί να είναι έξω από τον κύκλο.`,
      `The largest sums around a row (ranked by: ${measureNames[terms.accumulate].en}). ${basisNotes[terms.exposure_basis].en} Around another point the sum may be larger: that of 200 m is a lower bound. Circles of a radius do not overlap. For ${shared} of ${all} rows only the street, postal code or area is known, so they share its point: their sums within small circles are uncertain. "Approximate": rows of the circle whose position is less accurate than the radius; they may be outside.`,
    ),
    columns: [
      column('whole', 'Αρ.', 'No.'),
      column('whole', 'Ακτίνα (m)', 'Radius (m)'),
      ...sumNames,
      column('whole', 'Γραμμές', 'Rows'),
      column('whole', 'Κατά προσέγγιση', 'Approximate'),
      column('euro', 'Κατά προσέγγιση (€)', 'Approximate (€)'),
      column('text', 'Κέντρο: γραμμή', 'Centre: line'),
      column('text', 'Κωδικός', 'Reference'),
      column('degrees', 'Πλάτος', 'Latitude'),
      column('degrees', 'Μήκος', 'Longitude'),
      column('list', 'Γραμμές του κύκλου', 'Lines in the circle'),
    ],
    rows: circles.map(({ lines, ...circle }, i) => [
      i + 1,
      circle.radius_m,
      ...measures.map(of => circle.exposure[of].sum_eur),
      circle.rows,
      circle.rows_rough,
      circle.exposure_rough_eur,
      String(circle.line),
      circle.reference,
      circle.latitude,
      circle.longitude,
      lines.join(', ') + (circle.rows > lines.length ? ' …' : ''),
    ]),
  };
}

function lookTable({ rows_to_look_at, rows_to_look_at_count: all }: Sections): SummaryTable {
  const shown = rows_to_look_at.length;
  return {
    title: words('Γραμμές για έλεγχο', 'Rows to check'),
    note: words(
      `${rowCount(String(all)).el} με πρόβλημα ή με κάλυψη κάτω από 50 %. Εδώ οι ${shown} μεγαλύτερες.`,
      `${rowCount(String(all)).en} with a problem, or insured for less than 50 %. Here the largest ${shown}.`,
    ),
    ...lookLines(rows_to_look_at),
  };
}

/** All rows, and all without those that a person must look at first. */
function totalLines({ total, outliers }: Summary): GroupLine[] {
  const rest = { ...outliers.total_without, name: 'without' };
  return [{ ...total, name: 'Σ' }, ...(outliers.largest.length > 0 ? [rest] : [])];
}

const totalName = (name: string) =>
  name === 'without'
    ? words('Χωρίς απίθανα ή πολύ μεγάλα', 'Without implausible or very large')
    : name;

function outlierTable({ outliers: { largest, rows, is_left_out } }: Summary): SummaryTable {
  return {
    title: words('Απίθανα κεφάλαια', 'Implausible sums'),
    note: words(
      `Κεφάλαιο πολύ πάνω από το κόστος, απίθανο ανά m², ή πάνω από το ένα δέκατο του αρχείου.${is_left_out ? ` Εκτός συνόλων: ${rows}.` : ''}`,
      `A sum far above the cost, implausible for each m², or more than a tenth of the file.${is_left_out ? ` Left out of the totals: ${rows}.` : ''}`,
    ),
    ...lookLines(largest),
  };
}

function oedTable({ not_in_oed: { rows, list } = { rows: 0, list: [] } }: Summary): SummaryTable {
  return {
    title: words('Εκτός αρχείου OED', 'Not in the OED file'),
    note: words(
      `${rowCount(String(rows)).el}. Εδώ ${list.length}.`,
      `${rowCount(String(rows)).en}. Here ${list.length}.`,
    ),
    ...lookLines(list),
  };
}

function unplacedTable({
  rows_without_place: { rows, exposure_eur, largest },
}: Sections): SummaryTable {
  const shown = largest.length;
  const euros = (language: string) => Math.round(exposure_eur).toLocaleString(language);
  return {
    title: names.unplaced,
    note: words(
      `${rowCount(String(rows)).el} με ${euros('el')} €, σε κανέναν κύκλο ούτε στον χάρτη: η θέση δεν βρέθηκε, είναι εικασία ή αντιφάσκει με την πόλη ή τον Τ.Κ. της γραμμής. Εδώ οι ${shown} μεγαλύτερες.`,
      `${rowCount(String(rows)).en} with € ${euros('en')}, in no circle and on no map: the place was not found, is a guess, or contradicts the town or postal code of the row. Here the largest ${shown}.`,
    ),
    ...lookLines(largest),
  };
}

function lookLines(lines: readonly LookLine[]): Pick<SummaryTable, 'columns' | 'rows'> {
  return {
    columns: [
      column('text', 'Γραμμή', 'Line'),
      column('text', 'Κωδικός', 'Reference'),
      column('text', 'Διεύθυνση', 'Address'),
      column('euro', 'Ποσό (€)', 'Amount (€)'),
      column('message', 'Αιτία', 'Reason'),
    ],
    rows: lines.map(({ line, reference, address, exposure_eur, reason }) => [
      String(line),
      reference,
      address,
      exposure_eur,
      reason,
    ]),
  };
}
