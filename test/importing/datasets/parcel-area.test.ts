import assert from 'node:assert/strict';
import test from 'node:test';
import type { DatasetOptions } from '#importing/datasets/dataset.ts';
import type { DecimalSign } from '#tools/notation/numbers.ts';
import { degrees, polygon, rowOf } from './parcel-rows.ts';

test('the registered area is used; without one the area is computed on the Greek Grid', () => {
  for (const [name, value, area] of [
    ['AREA', 10839.77, 10839.77],
    ['area', '412.50', 412.5],
    ['Εμβαδόν', '412,5', 412.5],
    ['ΕΜΒΑΔΟΝ (τ.μ.)', 7, 7],
    ['EMBADON', 7, 7],
    ['EMVADO', 7, 7],
    ['area_sqm', 7, 7],
    ['ΕΜΒΑΔΟΝ_ΤΜ', 7, 7],
    ['EMBAΔΟΝ', 7, 7],
  ] as const) {
    assert.equal(rowOf({ KAEK: '050681726003', [name]: value }).areaM2, area, name);
  }
  const measured = rowOf({ KAEK: '050681726003' }).areaM2;
  assert.ok(Math.abs(measured - 194.9) < 0.5, String(measured));
  for (const nothing of [null, '', 0]) {
    assert.equal(rowOf({ KAEK: '050681726003', AREA: nothing }).areaM2, measured);
  }
});

test('an area computed by a GIS program is used only if it fits the Greek Grid', () => {
  const notes: string[] = [];
  const area = (properties: object) =>
    rowOf({ KAEK: '050681726003', ...properties }, polygon(), {}, undefined, reason =>
      notes.push(reason),
    ).areaM2;
  const measured = area({});
  const near = Math.round(measured);
  assert.notEqual(near, measured);
  assert.equal(area({ Shape_Area: near }), near);
  assert.equal(area({ Shape__Area: near * 2, AREA: near }), near);
  assert.equal(area({ Shape_Area: null }), measured);
  assert.deepEqual(notes, []);
  // On the plane of EPSG:3857, and in square degrees.
  assert.equal(area({ Shape_Area: measured * 1.6 }), measured);
  assert.equal(area({ Shape_Area: 2e-8 }), measured);
  assert.deepEqual(notes.length, 2);
  const replaced = 'Shape_Area: not the area on the Greek Grid, which is measured instead';
  assert.equal(notes[0], replaced);
});

test('a registered area that does not fit the outline is stored and noted, with its probable cause', () => {
  const measured = rowOf({ KAEK: '050681726003' }).areaM2;
  const onWebMercator = measured / Math.cos((degrees[0]![1] * Math.PI) / 180) ** 2;
  const notesFor = (area: number, options: DatasetOptions = {}) => {
    const notes: string[] = [];
    const properties = { KAEK: '050681726003', ΕΜΒΑΔΟΝ: area };
    const { areaM2 } = rowOf(properties, polygon(), options, undefined, (reason, detail) =>
      notes.push(`${reason}: ${detail}`),
    );
    return { notes, areaM2 };
  };
  for (const [area, cause] of [
    [measured * 1.04, undefined],
    [measured * 0.96, undefined],
    [measured * 1.06, /^ΕΜΒΑΔΟΝ: more than 5 % from the area of the outline; stored as it is; --/],
    [1400.5, /^ΕΜΒΑΔΟΝ: more than 5 %.*: 1400\.5, and the outline has 194\.\d m²$/],
    [measured / 1000, /^ΕΜΒΑΔΟΝ: a thousandth of .*, so probably stremmata instead of m²; /],
    [onWebMercator, /^ΕΜΒΑΔΟΝ: the area in EPSG:3857, which is not the area on the ground; /],
  ] as const) {
    const { notes, areaM2 } = notesFor(area);
    assert.equal(areaM2, area);
    assert.equal(notes.length, cause ? 1 : 0, `${area}: ${notes}`);
    if (cause) assert.match(notes[0]!, cause);
  }
  assert.deepEqual(notesFor(1400.5, { areaColumn: false }), { notes: [], areaM2: measured });
});

test('an area in text is read with the decimal sign of the file', () => {
  const area = (sign: DecimalSign | undefined, text: string) => {
    const reader = { unit: 'line', epsg: 4326, decimalSign: () => sign } as const;
    return rowOf({ KAEK: '050681726003', AREA: text }, polygon(), {}, reader).areaM2;
  };
  assert.equal(area(',', '1.520'), 1520);
  assert.equal(area('.', '520.125'), 520.125);
  assert.throws(() => area('.', '1.520'), {
    code: 'BAD_DATA',
    message:
      'line 1: column AREA: 1.520 is 1520 with a decimal comma and 1.52 with a decimal point, and the outline has about 195 m²; choose --decimals comma or --decimals point',
  });
  assert.equal(area('.', '1.52'), 1.52);
  // Neither reading fits the outline: the area is read as usual in the file, and noted.
  assert.equal(area('.', '5.000'), 5);
  assert.equal(area(undefined, '1.520,5'), 1520.5);
  assert.throws(() => area(undefined, '1.520'), {
    code: 'BAD_DATA',
    message: /^line 1: column AREA: 1.520 is 1520 with a decimal comma and 1.52/,
  });
});
