import assert from 'node:assert/strict';
import test from 'node:test';
import { gap } from '../../console/src/pages/report/plan/label-points.ts';
import {
  furnitureOf,
  openLabelRoom,
  textBox,
} from '../../console/src/pages/report/plan/label-room.ts';
import { type Frame, isInFrame, roundScales } from '../../console/src/pages/report/plan/paper.ts';
import {
  drawParcel,
  ownPageFrame,
  planFrame,
} from '../../console/src/pages/report/plan/parcel-drawing.ts';
import { arrangeNames, codeForms } from '../../console/src/pages/report/plan/plan-names.ts';
import { boundaryName } from '../../console/src/property/parcel/boundary-name.ts';
import {
  boundariesOf,
  cornerBlocks,
  cornerRows,
} from '../../console/src/property/parcel/corners.ts';
import { en } from '../../console/src/tools/language/en.ts';
import { formatter } from '../../console/src/tools/language/format.ts';
import { squareAt } from '../zones/generated.ts';

type Ring = [number, number][];

/** A round shape with bays, in metres of the Greek Grid. */
function blob(corners: number, radius: number, east = 0): Ring {
  const ring = Array.from({ length: corners }, (_, index): [number, number] => {
    const angle = (2 * Math.PI * index) / corners;
    const reach = radius * (1 + 0.15 * Math.sin(3 * angle) + 0.08 * Math.sin(7 * angle));
    return [476_000 + east + reach * Math.cos(angle), 4_200_000 + reach * Math.sin(angle)];
  });
  return [...ring, ring[0]!];
}

const unitSquare = squareAt(0, 0, 1);
const boundaries = (...polygons: Ring[][]) => boundariesOf(polygons, polygons);

/** Kinds of parcels: boundaries, scale of the small plan, and scale on a page of its own. */
const kinds: Record<string, [ReturnType<typeof boundaries>, number, number | undefined]> = {
  '3 corners': [boundaries([blob(3, 12)]), 500, undefined],
  '4 corners of 40 m²': [boundaries([blob(4, 4.5)]), 200, undefined],
  '60 corners': [boundaries([blob(60, 60)]), 2000, 1000],
  '158 corners': [boundaries([blob(158, 250)]), 10_000, 5000],
  '900 corners': [boundaries([blob(900, 700)]), 25_000, 10_000],
  'a hole': [boundaries([blob(12, 30), blob(6, 8).reverse()]), 1000, 500],
  'three parts': [boundaries([blob(20, 30)], [blob(5, 10, 80)], [blob(6, 12, -80)]), 2500, 2000],
  '400 ha': [boundaries([blob(4, 1400)]), 50_000, 20_000],
};

for (const [name, [parcel, small, large]] of Object.entries(kinds)) {
  test(`${name}: the plan has a fitting scale, and no label covers another`, () => {
    const beside = drawParcel(parcel);
    assert.equal(beside.paper.scale, small);
    const frame = ownPageFrame(beside);
    const drawing = frame ? drawParcel(parcel, frame) : beside;
    assert.equal(frame && drawing.paper.scale, large);
    const room = openLabelRoom(drawing.paper.frame, furnitureOf(drawing.paper.frame));
    assert.ok(drawing.taken.every(box => room.take(box)));
    assert.equal(drawing.numbers[0]!.corner.number, 1);
    const shown = new Set(drawing.numbers.map(({ corner }) => corner.number));
    const firsts = parcel.map(({ corners }) => corners[0]!.number);
    assert.ok(
      firsts.every(number => shown.has(number)),
      'the first of each boundary',
    );
    if (drawing.corners.length > 60) {
      const step = drawing.corners.length > 300 ? 10 : 5;
      assert.ok([...shown].every(number => firsts.includes(number) || number % step === 0));
    } else assert.ok(shown.size > drawing.corners.length / 2);
    const { marks } = drawing;
    assert.ok(marks.every((at, index) => index === 0 || gap(at, marks[index - 1]!) >= 1.3));
    assert.ok(drawing.rings.flat().every(at => isInFrame(at, drawing.paper.frame, 2.5)));
    for (const { paper, rings } of [beside, drawing]) {
      const size = (axis: 0 | 1) =>
        Math.max(...rings.flat().map(at => at[axis])) -
        Math.min(...rings.flat().map(at => at[axis]));
      const finer = roundScales.findLast(scale => scale < paper.scale) ?? paper.scale / 2;
      const times = paper.scale / finer;
      const isTooLarge = size(0) * times > paper.frame.width - 7;
      assert.ok(isTooLarge || size(1) * times > paper.frame.height - 14.5, 'no finer scale fits');
    }
  });

  test(`${name}: every corner is listed once, in columns that fit on a page`, () => {
    const blocks = cornerBlocks(cornerRows(parcel));
    const listed = blocks.flat(2).flatMap(row => ('number' in row ? [row.number] : []));
    const count = parcel.flatMap(({ corners }) => corners).length;
    assert.deepEqual(
      listed,
      Array.from({ length: count }, (_, index) => index + 1),
    );
    assert.ok(blocks.every(columns => columns.length <= 3));
    assert.ok(blocks.flat().every(column => column.length <= 62));
    assert.ok(blocks.flat().every(column => !('isHole' in column.at(-1)!)));
    const headings = blocks.flat(2).filter(row => 'isHole' in row);
    assert.equal(headings.length, parcel.length > 1 ? parcel.length : 0);
  });
}

test('the parts of a parcel have their numbers and areas, in the table and on the plan', () => {
  const [parcel] = kinds['three parts']!;
  const locale = { words: en, format: formatter('en') };
  const names = parcel.map(one => boundaryName(one, locale));
  assert.deepEqual(names, ['Part 1 · 2,794.3 m²', 'Part 2 · 237.3 m²', 'Part 3 · 374.7 m²']);
  const [withHole] = kinds['a hole']!;
  const [part, hole] = withHole.map(one => boundaryName(one, locale));
  assert.match(part!, /^Part 1 · /);
  assert.match(hole!, /^Hole in part 1 · /);
  for (const isOverview of [true, false]) {
    const placed = arrangeNames(
      drawParcel(parcel, planFrame, isOverview),
      [],
      [],
      names.map(name => [name.split(' · '), [name.split(' · ')[0]!]]),
    );
    assert.deepEqual(
      placed.parts.map(({ lines }) => lines[0]),
      ['Part 1', 'Part 2', 'Part 3'],
    );
    if (isOverview)
      assert.ok(
        placed.parts.every(({ lines }) => lines.length === 2),
        'with areas',
      );
  }
  const drawing = drawParcel(withHole, planFrame);
  const { parts } = arrangeNames(drawing, [], [], [codeForms('050099901012')]);
  const [outer, inner] = drawing.rings;
  const [x, y] = parts[0]!.at;
  const radius = Math.max(
    ...inner!.map(at => gap(at, drawing.paper.toPaper([476_000, 4_200_000]))),
  );
  assert.ok(gap([x, y], drawing.paper.toPaper([476_000, 4_200_000])) > radius, 'not in the hole');
  assert.ok(outer!.length > 0);
});

test('the lengths of sides are written where they fit, inside if there is no room outside', () => {
  const rectangle = (width: number, height: number): Ring =>
    unitSquare.map(([x, y]) => [476_000 + x * width, 4_200_000 + y * height]);
  for (const [width, height] of [
    [20.3, 12],
    [12, 18.3],
    [40, 4],
  ] as const) {
    const { lengths, numbers } = drawParcel(boundaries([rectangle(width, height)]));
    assert.ok(lengths.length >= (height > 5 ? 4 : 2), `${width} × ${height}: ${lengths.length}`);
    assert.equal(numbers.length, 4);
  }
});

test('the north arrow and the scale bar cover no number', () => {
  const isCovered = ({ at: [x, y] }: { at: readonly [number, number] }, frame: Frame) =>
    y > frame.height - 9 && x > frame.width - 12;
  for (const [parcel] of Object.values(kinds)) {
    const { numbers, lengths, paper } = drawParcel(parcel);
    assert.ok([...numbers, ...lengths].every(label => !isCovered(label, paper.frame)));
  }
});

test('as an overview a parcel has no labels', () => {
  const { numbers, lengths, marks, paper } = drawParcel(kinds['158 corners']![0], planFrame, true);
  assert.deepEqual([numbers, lengths, marks, paper.frame], [[], [], [], planFrame]);
});

test('streets and neighbours are named where there is room, beside the labels of the parcel', () => {
  const drawing = drawParcel(kinds['4 corners of 40 m²']![0]);
  const across = (y: number, name: string, [from, to] = [-50, 140]) => {
    const points: Ring = [from!, to!].map(x => [x, y]);
    return { name, points };
  };
  const square = (left: number, top: number, size: number, name: string) => {
    const points: Ring = unitSquare.map(([x, y]) => [left + x * size, top + y * size]);
    return { name, points };
  };
  const streets = [
    across(8, 'Ερμού'),
    across(8.5, 'Ερμού'),
    across(9, 'Αθηνάς, που δεν χωρά δίπλα στην Ερμού'),
    across(70, 'Σύντομη', [10, 12]),
    across(200, 'Έξω'),
  ];
  const parcels = [
    square(4, 20, 18, '050099901001'),
    square(4, 45, 11, '050099901002'),
    square(4, 60, 6, '050099901003'),
    square(70, 70, 1.5, '050099901004'),
    square(100, 20, 20, '050099901005'),
  ];
  const names = arrangeNames(drawing, streets, parcels);
  assert.deepEqual(
    names.streets.map(({ lines }) => lines[0]),
    ['Ερμού'],
  );
  const lines = names.codes.map(({ lines }) => lines);
  assert.deepEqual(lines, [['050099901001'], ['050099901', '002'], ['…003']]);
  const room = openLabelRoom(planFrame, [...furnitureOf(planFrame), ...drawing.taken]);
  for (const { at, turn, lines } of names.streets)
    assert.ok(room.take(textBox(lines[0]!, 2.2, at, turn)));
});
