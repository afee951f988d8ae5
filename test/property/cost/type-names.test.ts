import assert from 'node:assert/strict';
import test from 'node:test';
import { fold } from '#domain/geocoder/text/fold.ts';
import { propertyTypeNamed } from '#domain/property/cost/type-words.ts';

const texts = {
  apartment:
    'Διαμ/σμα 2ου, Διαμ/μα, ΔΙΑΜ., Οροφοδ/μα, Διαμέρισμα 3ου ορ., Διαμέρ., Διαμέρισμα με αποθήκη',
  maisonette: 'ΜΕΖΟΝ., Μεζονέτα, Μεζ/τα',
  house:
    'Μονοκατοικία με πισίνα, ΜΟΝΟΚΑΤΟΙΚΙΑ ΙΣΟΓΕΙΑ, Μον/κία, Διώροφη μονοκατοικία, Μονοκ. με κήπο και γκαράζ ισογείου',
  hotel: 'Ξενοδ., Ξεν/χείο, Ξενοδοχείο',
  office: 'Γραφείο, Γραφ., ΓΡΑΦΕΙΑ',
  industrial: 'Βιομ. κτίριο, Βιομηχ. χώρος, Βιοτεχνία, Βιομηχανικό, ΒΙΟΤΕΧΝΙΚΟ, Βιομηχανία',
  shop: 'Φαρμακείο, Εστιατόριο, Κατ/μα, Κατάστ., Κατάστημα με πατάρι',
  warehouse: 'Επαγγ. αποθήκη, Αποθήκη εμπορ/των',
  storage: 'Αποθήκη υπογείου, Βοηθ. αποθήκη, Αποθήκη διαμερίσματος',
  undefined:
    'Αποθήκη, ΑΠΟΘ., Αποθήκη ισογείου, Κατοικία, Κατάστημα με διαμέρισμα, Κτίριο, Χώρος, Επαγγ. χώρος, Β/α, Οικόπεδο',
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
