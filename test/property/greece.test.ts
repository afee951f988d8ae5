import assert from 'node:assert/strict';
import test from 'node:test';
import { prefectureOf } from '#domain/property/greece.ts';
import { readGazetteer } from '#importing/shipped/gazetteer/gazetteer.ts';

const numbers = Array.from({ length: 51 }, (_, i) => String(i + 1).padStart(2, '0'));

test('every regional unit of the gazetteer but Mount Athos is in one prefecture', async () => {
  const { municipalities } = await readGazetteer();
  const units = new Set(municipalities.map(({ regionalUnit }) => regionalUnit));
  units.delete('Αγίου Όρους');
  const ours = numbers.flatMap(number => prefectureOf(number)!.regionalUnits);
  assert.deepEqual(ours.toSorted(), [...units].toSorted());
});

test('the first two digits of a KAEK give the prefecture', () => {
  for (const [kaek, name] of Object.entries({
    ...{ '010010101001': 'Αιτωλοακαρνανίας', '050095701001': 'Αττικής', '12098ΕΚ00029': 'Ευβοίας' },
    ...{ '190440101001': 'Θεσσαλονίκης', '290010101001': 'Κυκλάδων', '510010101001': 'Χίου' },
  })) {
    const { number, name: found } = prefectureOf(kaek)!;
    assert.deepEqual([number, found], [kaek.slice(0, 2), name]);
  }
  for (const kaek of ['000010101001', '520010101001', '990010101001']) {
    assert.equal(prefectureOf(kaek), undefined);
  }
});
