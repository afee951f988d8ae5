import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { ageTicks, chartGeometry } from '../../console/src/cost/chart-geometry.ts';
import { readBuilding, yearInAthens } from '../../console/src/cost/read-building.ts';

test('the chart keeps the building inside, however old, and never rises', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 5, max: 200 }),
      fc.integer({ min: 0, max: 3000 }),
      (life, age) => {
        const ageing = { method: 'ross', usefulLifeYears: life, residualShare: 0.2 } as const;
        const { plot, today, curve } = chartGeometry(ageing, age);
        assert.ok(today.x >= plot.left && today.x <= plot.right);
        assert.ok(today.y >= plot.top && today.y <= plot.bottom);
        const heights = [...curve.matchAll(/[ML][\d.]+ ([\d.]+)/g)].map(([, y]) => Number(y));
        assert.ok(heights.every((y, index) => index === 0 || y >= heights[index - 1]!));
      },
    ),
  );
  assert.deepEqual(ageTicks(80), [0, 10, 20, 30, 40, 50, 60, 70, 80]);
});

test('the form takes decimal commas and spaces, and names the fields that are wrong', () => {
  const building = { postalCode: '105 63', buildArea: ' 85,5 ', constructionYear: '1998' };
  assert.deepEqual(readBuilding(building, 2026), {
    input: {
      postal_code: '10563',
      property_type: 'apartment',
      build_area: 85.5,
      construction_year: 1998,
      explain: true,
    },
  });
  assert.deepEqual(readBuilding({}, 2026), { faults: ['postalCode', 'buildArea'] });
  for (const buildArea of ['0', '-1', '1e3', '0x10', 'Infinity', '1.2.3', '']) {
    assert.deepEqual(
      readBuilding({ postalCode: '10', buildArea }, 2026),
      { faults: ['buildArea'] },
      buildArea,
    );
  }
  for (const constructionYear of ['2027', '0', '-5', '19.5', 'x']) {
    assert.deepEqual(
      readBuilding({ postalCode: '10', buildArea: '1', constructionYear }, 2026),
      { faults: ['constructionYear'] },
      constructionYear,
    );
  }
});

test('the year turns when it does in Athens', () => {
  assert.equal(yearInAthens(new Date('2026-12-31T21:59:59Z')), 2026);
  assert.equal(yearInAthens(new Date('2026-12-31T22:00:00Z')), 2027);
});
