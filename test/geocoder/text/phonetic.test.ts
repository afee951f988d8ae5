import assert from 'node:assert/strict';
import test from 'node:test';
import { fold } from '#domain/geocoder/text/fold.ts';
import { greekKey, phoneticKeys } from '#domain/geocoder/text/phonetic.ts';
import { isOneWord, stem } from '#domain/geocoder/text/stem.ts';

/** A Greek word and the ways people type it in Latin letters. */
const habits: Readonly<Record<string, string>> = {
  Βασιλίσσης: 'vasilissis basilissis vasilisis vasilisshs basilisshs',
  Χαριλάου: 'charilaou xarilaou harilaou xarilaoy charilau',
  Ξάνθης: 'xanthis ksanthis 3anthis xan8is xan8hs',
  Θεοδώρου: 'theodorou 8eodorou theodwrou 8eodwroy',
  Ευαγγελισμού: 'evangelismou evaggelismou euaggelismou eyaggelismoy efagelismou',
  Ναυαρίνου: 'navarinou nauarinou nayarinoy',
  Μπουμπουλίνας: 'mpoumpoulinas bouboulinas boumpoulinas mpoympoylinas',
  Αντωνίου: 'antoniou adoniou antwniou andoniou',
  Ψαρών: 'psaron psarwn 4aron',
  Αγγέλου: 'aggelou angelou agelou',
  Τρικούπη: 'trikoupi trikouph trikoypi trikupi',
  Υψηλάντου: 'ypsilantou ipsilantou upsilantou ypshlantou',
  Αιόλου: 'aiolou eolou aioloy',
  Ρέθυμνο: 'rethymno rethimno re8ymno rethumno',
  Μιχαήλ: 'michail mixail mihail michahl',
  Γιάννη: 'gianni yianni yanni giannh',
  Αγίου: 'agiou agioy ayiou',
  Χλόης: 'xlois chlois xlohs',
  Λυκαβηττού: 'lykavittou likavitou lykabhttou lukavittou',
};

for (const [greek, typed] of Object.entries(habits)) {
  test(`${greek} is heard in ${typed}`, () => {
    const key = greekKey(fold(greek));
    for (const word of typed.split(' '))
      assert.ok(phoneticKeys(word).includes(key), `${word}: ${phoneticKeys(word)}`);
  });
}

test('spelling drift of registers falls together', () => {
  const pairs = [
    'Λυκαβηττού Λυκαβητού',
    'Αράχωβας Αράχοβας',
    'Κρυστάλλη Κρυστάλη',
    'Κορρησίας Κορησίας',
  ];
  for (const pair of pairs) {
    const [a, b] = pair.split(' ').map(word => greekKey(fold(word)));
    assert.equal(a, b);
  }
});

test('nominative and genitive share a stem', () => {
  const pairs = `Ερμής Ερμού, Σόλωνας Σόλωνος, Σόλων Σόλωνος, Αθήνα Αθηνών, Αθήνα Αθηναίων, Πάτρα Πατρών,
    Κύπρος Κύπρου, Άρτεμις Αρτέμιδος, Ξενοφών Ξενοφώντος, Αντίσταση Αντιστάσεως, Κόρινθος Κορινθίων,
    Περιστέρι Περιστερίου, Χαλάνδρι Χαλανδρίου, Πειραιάς Πειραιώς, Μαραθώνας Μαραθώνος, Ειρήνη Ειρήνης`;
  for (const pair of pairs.split(',')) {
    const [a, b] = pair
      .trim()
      .split(' ')
      .map(word => stem(greekKey(fold(word))));
    assert.equal(a, b, pair);
  }
});

const areForms = (pair: string) => {
  const [a, b] = pair
    .trim()
    .split(' ')
    .map(word => greekKey(fold(word)));
  return stem(a!) === stem(b!) && isOneWord(a!, b!) && isOneWord(b!, a!);
};

test('the forms of one word are told from other words of the same stem', () => {
  const forms = `Ερμής Ερμού, Σόλων Σόλωνος, Ξενοφών Ξενοφώντος, Άρτεμις Αρτέμιδος, Κάλχας Κάλχαντος,
    Ηρακλής Ηρακλέους, Ηράκλειο Ηρακλείου, Θησεύς Θησέως, Αντίσταση Αντιστάσεως, Νικόλαος Νικολάου,
    Χαλάνδρι Χαλανδρίου, Σέρρες Σερρών, Ολυμπία Ολυμπίας, Μέγας Μεγάλου, Στουρνάρα Στουρνάρη`;
  for (const pair of forms.split(',')) assert.ok(areForms(pair), pair);
  const others = `Ιάσονος Ιασούς, Κίμωνος Κύμης, Φυλλίδος Φίλιου, Δράκοντος Δράκου, Πηλίου Πύλου,
    Ολύμπου Ολυμπίου, Ηρακλέους Ηρακλείου, Ηρακλείου Ηρακλειδών, Παπανικολάου Παπανικολή,
    Θηβών Θηβαίων, Λέοντος Λεωνίδα, Δάφνης Δαφνίου`;
  for (const pair of others.split(',')) assert.ok(!areForms(pair), pair);
});

test('a word has few readings however doubtful its letters', () => {
  assert.ok(phoneticKeys('h'.repeat(200)).length <= 8);
  assert.ok(phoneticKeys('uhthay'.repeat(40)).length <= 8);
});
