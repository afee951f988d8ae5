import assert from 'node:assert/strict';
import test from 'node:test';
import { latitudeAxis, longitudeAxis, readDegrees } from '#tools/notation/degrees.ts';

test('degrees are read as decimals, or with minutes and seconds, to a centimetre', () => {
  const cases: [string, number][] = [
    ['37.97', 37.97],
    ['37,97', 37.97],
    ['-37.97', -37.97],
    [`37°58'12"`, 37.97],
    [`37°58'12,5"N`, 37.9701389],
    [`37° 58' 12.5'' N`, 37.9701389],
    ['37º58′12″', 37.97],
    ['37°58,208’', 37.9701333],
    ['37.97°', 37.97],
    ['37 58 12.5 N', 37.9701389],
    ['37:58:12.5', 37.9701389],
    [`0°59'59"`, 0.9997222],
  ];
  for (const [text, degrees] of cases) assert.equal(readDegrees(text, latitudeAxis), degrees, text);
});

test('the letter of the axis gives the sign, in Latin and Greek', () => {
  const south = -37.97;
  for (const letter of ['N', 'n', 'B', 'Β', 'β', '']) {
    assert.equal(readDegrees(`37°58'12"${letter}`, latitudeAxis), 37.97, letter);
  }
  for (const letter of ['E', 'e', 'A', 'Α', 'α', '']) {
    assert.equal(readDegrees(`37°58'12"${letter}`, longitudeAxis), 37.97, letter);
  }
  assert.equal(readDegrees(`37°58'12"S`, latitudeAxis), south);
  assert.equal(readDegrees(`37°58'12"w`, longitudeAxis), south);
});

test('letters of the other axis, sixty minutes or seconds, and other texts are not degrees', () => {
  for (const letter of ['E', 'W', 'Α', 'Ν', 'X']) {
    assert.equal(readDegrees(`37°58'12"${letter}`, latitudeAxis), undefined, letter);
  }
  for (const letter of ['N', 'S', 'Β']) {
    assert.equal(readDegrees(`37°58'12"${letter}`, longitudeAxis), undefined, letter);
  }
  for (const text of [`37°60'12"`, `37°58'60"`, `37°60'`, '37 60 0', '', 'x', `37'58"`, '37 58']) {
    assert.equal(readDegrees(text, latitudeAxis), undefined, text);
  }
});

test('an axis has its range', () => {
  assert.deepEqual([latitudeAxis.most, longitudeAxis.most], [90, 180]);
  for (const axis of [latitudeAxis, longitudeAxis]) {
    for (const example of axis.example.split(' or ')) {
      const degrees = readDegrees(example, axis)!;
      assert.ok(degrees > 20 && degrees < axis.most, example);
    }
  }
});
