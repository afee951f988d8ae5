import assert from 'node:assert/strict';
import test from 'node:test';
import { elot743 } from '#domain/geocoder/text/elot.ts';

/** Each rule of ELOT 743 with a name that shows it. */
const examples: Readonly<Record<string, string>> = {
  Σκουφά: 'Skoufa',
  'Βασιλίσσης Σοφίας': 'Vasilissis Sofias',
  Χαριλάου: 'Charilaou',
  Ψαρών: 'Psaron',
  Θησέως: 'Thiseos',
  Ξάνθης: 'Xanthis',
  Υψηλάντου: 'Ypsilantou',
  // αυ ευ ηυ: v before vowels and voiced consonants, f before the rest and at the end.
  Αύρας: 'Avras',
  Ναυαρίνου: 'Navarinou',
  Ναυπλίου: 'Nafpliou',
  Ευαγγελισμού: 'Evangelismou',
  Ευτέρπης: 'Efterpis',
  Εύβοια: 'Evvoia',
  Ζευς: 'Zefs',
  Ηύξησε: 'Ifxise',
  // An accent on the first vowel or a diaeresis on the second parts the pair.
  Άυλος: 'Aylos',
  Ταΰγετος: 'Taygetos',
  Προϋπολογισμός: 'Proypologismos',
  // γγ γξ γχ change, γκ does not.
  Συγγρού: 'Syngrou',
  Σφίγξ: 'Sfinx',
  Άγχος: 'Anchos',
  Αγκίστρι: 'Agkistri',
  // μπ is b at either end of a word.
  Μπουμπουλίνας: 'Boumpoulinas',
  Λάμπρου: 'Lamprou',
  Κολόμπ: 'Kolob',
  'Πολυτεχνειούπολη ΕΜΠ': 'Polytechneioupoli EMP',
  // ντ, τζ, ου, οι, αι, ει letter by letter.
  Ντίνου: 'Ntinou',
  Τζαβέλλα: 'Tzavella',
  Ουρανίας: 'Ouranias',
  Μαΐου: 'Maiou',
  Βεΐκου: 'Veikou',
  ΘΕΣΣΑΛΟΝΙΚΗ: 'THESSALONIKI',
  ΨΥΧΙΚΟ: 'PSYCHIKO',
  'Σκουφά 24Α, 106 73 Αθήνα': 'Skoufa 24A, 106 73 Athina',
};

for (const [greek, latin] of Object.entries(examples)) {
  test(`${greek} is written ${latin}`, () => assert.equal(elot743(greek), latin));
}

test('accents of either Unicode form give the same', () => {
  assert.equal(elot743('Ταΰγετος'.normalize('NFD')), 'Taygetos');
});
