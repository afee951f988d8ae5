import assert from 'node:assert/strict';
import test from 'node:test';
import { fold } from '#domain/geocoder/text/fold.ts';
import { ambiguousWordIn, propertyTypeNamed } from '#domain/property/cost/type-words.ts';

const texts = {
  apartment:
    'Διαμ/σμα 2ου, Διαμ/μα, ΔΙΑΜ., Οροφοδ/μα, Διαμέρισμα 3ου ορ., Διαμέρ., Διαμέρισμα με αποθήκη, DIAMERISMA, Διαμέρισμα σε πολυκατοικία, Κατοικία (διαμέρισμα), Residential apartment',
  maisonette: 'ΜΕΖΟΝ., Μεζονέτα, Μεζ/τα',
  house:
    'Μονοκατοικία με πισίνα, ΜΟΝΟΚΑΤΟΙΚΙΑ ΙΣΟΓΕΙΑ, Μον/κία, Διώροφη μονοκατοικία, Μονοκ. με κήπο και γκαράζ ισογείου',
  hotel: 'Ξενοδ., Ξεν/χείο, Ξενοδοχείο',
  office:
    'Γραφείο, Γραφ., ΓΡΑΦΕΙΑ, GRAFEIA, Γραφείο δικηγόρου, Χώρος γραφείων 2ου ορόφου, Office building, Οδοντιατρείο, 03 - Γραφείο',
  industrial:
    'Βιομ. κτίριο, Βιομηχ. χώρος, Βιοτεχνία, Βιομηχανικό, ΒΙΟΤΕΧΝΙΚΟ, Βιομηχανία, Βιοτεχνία επίπλων, ΒΙΟΜ. ΚΤ., VIOTEXNIA',
  shop: 'Φαρμακείο, Εστιατόριο, Κατ/μα, Κατάστ., Κατάστημα με πατάρι, KATASTHMA, Ισόγειο κατάστημα ένδυσης, Retail shop, Κρεοπωλείο',
  warehouse: 'Επαγγ. αποθήκη, Αποθήκη εμπορ/των',
  storage: 'Αποθήκη υπογείου, Βοηθ. αποθήκη, Αποθήκη διαμερίσματος',
  undefined:
    'Αποθήκη, ΑΠΟΘ., Αποθήκη ισογείου, Κατοικία, Κατάστημα με διαμέρισμα, Κτίριο, Χώρος, Επαγγ. χώρος, Β/α, Οικόπεδο, Κατάστημα και διαμέρισμα, Αποθήκη καταστήματος, Οικόπεδο για κατάστημα, ΞΕΝ, Κέντρο, Κατά γραφείου',
};

for (const [type, names] of Object.entries(texts)) {
  test(`type words: ${type}`, () => {
    for (const name of names.split(', '))
      assert.equal(String(propertyTypeNamed(fold(name))), type, name);
  });
}

test('words of the operator come first', () => {
  const own = new Map([['αποθηκη', 'warehouse' as const]]);
  assert.equal(propertyTypeNamed('αποθηκη', own), 'warehouse');
  assert.equal(propertyTypeNamed('αποθηκη'), undefined);
});

test('a sentence about a word of several types asks about it, and so do three letters', () => {
  const about = (text: string) => ambiguousWordIn(fold(text));
  assert.equal(about('Αποθήκη τροφίμων')?.word, 'Αποθήκη');
  assert.equal(about('APOTHIKI')?.word, 'Αποθήκη');
  assert.deepEqual([about('ΞΕΝ')?.word, about('ΞΕΝ')?.types], ['ΞΕΝ', ['hotel']]);
  assert.deepEqual(about('RET')?.types, ['shop']);
  for (const text of ['Κ1', 'ΑΒΓ', 'Οικόπεδο', 'Αποθήκη και κτίριο'])
    assert.equal(about(text), undefined);
});
