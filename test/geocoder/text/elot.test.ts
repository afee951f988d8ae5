import assert from 'node:assert/strict';
import test from 'node:test';
import { elot743 } from '#domain/geocoder/text/elot.ts';
import { casesIn } from '../../cases.ts';

/* The rules of ELOT 743, each with names that show it. */
test('a name is written in Latin letters by each rule', () => {
  for (const [rule, names] of casesIn(`
    letters                                          | Σκουφά: Skoufa, Βασιλίσσης Σοφίας: Vasilissis Sofias, Χαριλάου: Charilaou, Ψαρών: Psaron, Θησέως: Thiseos, Ξάνθης: Xanthis, Υψηλάντου: Ypsilantou
    αυ ευ ηυ before vowels and voiced consonants: v  | Αύρας: Avras, Ναυαρίνου: Navarinou, Ευαγγελισμού: Evangelismou, Εύβοια: Evvoia
    αυ ευ ηυ before the rest and at the end: f       | Ναυπλίου: Nafpliou, Ευτέρπης: Efterpis, Ζευς: Zefs, Ηύξησε: Ifxise
    an accent or a diaeresis parts the pair          | Άυλος: Aylos, Ταΰγετος: Taygetos, Προϋπολογισμός: Proypologismos
    γγ γξ γχ change, γκ does not                     | Συγγρού: Syngrou, Σφίγξ: Sfinx, Άγχος: Anchos, Αγκίστρι: Agkistri
    μπ is b at either end of a word                  | Μπουμπουλίνας: Boumpoulinas, Λάμπρου: Lamprou, Κολόμπ: Kolob, Πολυτεχνειούπολη ΕΜΠ: Polytechneioupoli EMP
    ντ τζ ου οι αι ει letter by letter               | Ντίνου: Ntinou, Τζαβέλλα: Tzavella, Ουρανίας: Ouranias, Μαΐου: Maiou, Βεΐκου: Veikou
    capitals and numbers                             | ΘΕΣΣΑΛΟΝΙΚΗ: THESSALONIKI, ΨΥΧΙΚΟ: PSYCHIKO, Σκουφά 24Α 106 73 Αθήνα: Skoufa 24A 106 73 Athina
  `)) {
    for (const name of names.split(', ')) {
      const [greek, latin] = name.split(': ');
      assert.equal(elot743(greek!), latin, rule);
    }
  }
});

test('accents of either Unicode form give the same', () => {
  assert.equal(elot743('Ταΰγετος'.normalize('NFD')), 'Taygetos');
});
