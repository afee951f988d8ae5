import assert from 'node:assert/strict';
import test from 'node:test';
import { findColumns } from '#features/portfolio/fields/columns.ts';
import { sumColumnsOf } from '#features/portfolio/fields/sum-columns.ts';
import { mayBeSum, multipleIn, sumNamed } from '#features/portfolio/fields/sum-headings.ts';

const headings = {
  sum_insured: `
    Ασφ. κεφ. κτιρίου, ΑΣΦ.ΚΕΦ.ΚΤΙΡ., Α.Κ. κτιρίου, Α.Κ. Οικοδ., Ασφαλισμένο κεφάλαιο κτηρίου,
    Ασφ. αξία οικοδομής, Ασφ. ποσό κτιρίου, Αξία κτιρίου (€), Κεφ. ακινήτου, BuildingTIV, TIV building,
    SI Bldg, Building sum insured (EUR), Sum insured - building, Insured value building,
    Ασφαλιζόμενα κεφάλαια: κτίριο, Κεφάλαιο οικοδομής σε ευρώ, building_insured,
    Κτίριο (€)`,
  contents_sum_insured: `
    Ασφ. κεφ. περιεχομένου, Κεφ. περιεχ., Α.Κ. Περιεχ., Αξία εμπορευμάτων, Ασφ. κεφ. εμπορ.,
    Ασφ. κεφ. εξοπλισμού, Κεφάλαιο οικοσκευής, ContentsTIV, Contents SI, TIV stock, Sum insured M&E,
    contents_insured, Contents insured, stock insured (EUR), Περιεχόμενο σε ευρώ`,
  interruption_sum_insured: `
    Ασφ. κεφ. διακοπής εργασιών, Κεφ. διακ. εργ., Κεφάλαιο απώλειας κερδών, BITIV, BI SI,
    Business interruption sum insured, interruption_insured, Διακοπή εργασιών (€)`,
  any: 'Ασφ. κεφ., Α.Κ., TIV, TSI, SI, Ασφαλιζόμενο κεφάλαιο, Ασφ. ποσό, Αξία ασφάλισης, Sum insured',
  undefined: `
    Ασφάλιστρο, Ασφάλιστρα κτιρίου, Απαλλαγή, Premium, Deductible building, Φόροι, Αντικειμενική αξία,
    Αξία ακινήτου, Εμπορική αξία κτιρίου, Κτίριο, Περιεχόμενο, Ασφ. εταιρεία, Ασφαλιστική εταιρεία, Ποσό,
    Limit, Building, Χρήση κτιρίου, Εμβαδόν κτιρίου, Ασφ. κεφ. κτιρίου και περιεχομένου, Ακίνητο, Κωδ.,
    Insured building, Ακίνητο (€), Κτίριο ασφαλισμένο`,
};

for (const [field, names] of Object.entries(headings)) {
  for (const name of names.trim().split(/,\s+/)) {
    test(`${name} is ${field}`, () => assert.equal(String(sumNamed(name)), field));
  }
}

test('a heading without a coverage is the building, unless contents have a column', () => {
  assert.deepEqual(findColumns(['Διεύθυνση', 'Ασφ. κεφ.'], []), { address: 0, sum_insured: 1 });
  const both = findColumns(['Διεύθυνση', 'Ασφ. κεφ.', 'Ασφ. κεφ. περιεχ.'], []);
  assert.deepEqual(both, { address: 0, contents_sum_insured: 2 });
});

test('premium, deductible and tax are no sums, also not perhaps', () => {
  const premiums = 'Ασφάλιστρο, Καθαρά ασφάλιστρα, Απαλλαγή κεφ., Φόρος ασφ., Premium SI';
  const others = 'Αρ. ασφαλιστηρίου, Ασφαλισμένος, Insured name, Ασφ. εταιρεία, Αξία';
  for (const one of `${premiums}, ${others}`.split(', ')) assert.equal(mayBeSum(one), false, one);
  for (const name of ['Κεφάλαια πυρός', 'Limit', 'Ασφ. αξία 2025', 'Σύνολο TIV'])
    assert.ok(mayBeSum(name), name);
});

test('a heading says that its sums are in thousands', () => {
  const thousands =
    'Κεφ. (χιλ. €), Κεφάλαιο σε χιλιάδες, TIV (000), SI k€, Sum insured (EUR 000s), Κεφ. (τ. ευρώ), TSI in thousands, Α.Κ. χιλ.';
  for (const one of thousands.split(', ')) {
    assert.equal(multipleIn(one), 1_000, one);
    assert.equal(sumNamed(one), 'any', one);
  }
  for (const one of ['Κεφ. (€)', 'TIV 2000', 'Limit 100.000', 'Kefalaio', 'Αρ. κεφ.'])
    assert.equal(multipleIn(one), 1, one);
});

/** The columns of contents, with what each amount is multiplied by. */
function contentsIn(lines: string): string {
  const [header = [], ...rows] = lines.split('\n').map(line => line.split(';'));
  const sums = sumColumnsOf(header, findColumns(header, []), rows);
  const contents = sums.filter(({ field }) => field === 'contents_sum_insured');
  return contents.map(({ at, multiple }) => `${header[at]} × ${multiple}`).join(', ');
}

test('goods and equipment are added, but not to their total', () => {
  const base = 'ΤΚ;Ασφ. κεφ. κτιρίου;Κεφ. εμπορευμάτων;Κεφ. εξοπλ. (χιλ.)';
  assert.equal(
    contentsIn(`${base}\n38221;90000;5000;7`),
    'Κεφ. εμπορευμάτων × 1, Κεφ. εξοπλ. (χιλ.) × 1000',
  );
  const plain = 'ΤΚ;Κεφ. εμπορευμάτων;Κεφ. εξοπλισμού;Κεφ. περιεχομένου';
  assert.equal(
    contentsIn(`${plain}\n38221;5000;7000;12000`),
    'Κεφ. εμπορευμάτων × 1, Κεφ. εξοπλισμού × 1',
  );
  assert.equal(
    contentsIn(`${plain}\n38221;5000;7000;3000`),
    'Κεφ. εμπορευμάτων × 1, Κεφ. εξοπλισμού × 1, Κεφ. περιεχομένου × 1',
  );
  const bare = 'ΤΚ;Κεφ. περιεχομένου;Εμπορεύματα;Εξοπλισμός';
  assert.equal(
    contentsIn(`${bare}\n38221;5000;7000;ναι`),
    'Κεφ. περιεχομένου × 1, Εμπορεύματα × 1',
  );
});
