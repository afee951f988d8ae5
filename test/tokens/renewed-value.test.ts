import assert from 'node:assert/strict';
import test from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { renewedValue } from '#http/tokens/renewed-value.ts';

const freshness = { freshMs: 30, lateMs: 60, maxAgeMs: 1_000, retryMs: 5 };

function open() {
  const state = { now: 0, fetches: 0, works: true };
  const value = renewedValue(
    async () => {
      state.fetches++;
      await nextTurn();
      if (!state.works) throw new Error('out of reach');
      return state.fetches;
    },
    freshness,
    () => new Date(state.now),
  );
  return { state, value };
}

test('callers at once share one fetch, and a fresh value needs none', async () => {
  const { state, value } = open();
  assert.deepEqual(await Promise.all([value(), value(), value()]), [1, 1, 1]);
  state.now = 29;
  assert.equal(await value(), 1);
  assert.equal(state.fetches, 1);
});

test('after freshMs it is renewed in the background, after lateMs callers wait', async () => {
  const { state, value } = open();
  await value();
  state.now = 30;
  assert.equal(await value(), 1);
  await nextTurn();
  assert.equal(await value(), 2);
  state.now = 90;
  assert.equal(await value(), 3);
});

test('while fetching fails, the old value is used up to maxAgeMs, with pauses between retries', async () => {
  const { state, value } = open();
  await value();
  state.works = false;
  state.now = 100;
  for (let i = 0; i < 4; i++) assert.equal(await value(), 1);
  assert.equal(state.fetches, 2);
  state.now = 105;
  assert.equal(await value(), 1);
  assert.equal(state.fetches, 3);
  state.now = 1_001;
  await assert.rejects(value(), /out of reach/);
  state.works = true;
  state.now = 1_010;
  assert.equal(await value(), 5);
});

test('without a value the error is thrown, and a later fetch can succeed', async () => {
  const { state, value } = open();
  state.works = false;
  await assert.rejects(value(), /out of reach/);
  await assert.rejects(value(), /out of reach/);
  assert.equal(state.fetches, 1);
  state.works = true;
  state.now = 5;
  assert.equal(await value(), 2);
});

test('a clock that was set back keeps no value for ever', async () => {
  const { state, value } = open();
  state.now = 1_000_000;
  await value();
  state.now = 0;
  assert.equal(await value(), 2);
});
