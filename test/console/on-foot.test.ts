import assert from 'node:assert/strict';
import test from 'node:test';
import { createClient } from '../../client/src/client.ts';
import {
  countsSlopes,
  type Walked,
  walkText,
  walkTime,
} from '../../console/src/property/places/on-foot.ts';
import { askPlaces } from '../../console/src/property/places/places.ts';
import { json, startFlakyServer } from '../client/flaky-server.ts';

const space = '\u00a0';

test('minutes are rounded up to whole ones, and the least is one', () => {
  const rows: [minutes: number, greek: string, english: string][] = [
    [0, '1 λεπτό', '1 min'],
    [0.1, '1 λεπτό', '1 min'],
    [1, '1 λεπτό', '1 min'],
    [1.1, '2 λεπτά', '2 min'],
    [6.9, '7 λεπτά', '7 min'],
    [7, '7 λεπτά', '7 min'],
    [62.4, '63 λεπτά', '63 min'],
  ];
  for (const [walking_minutes, greek, english] of rows) {
    const place = { walking_minutes, walking_note: null };
    const texts = [walkTime(place, 'el'), walkTime(place, 'en')];
    assert.deepEqual(texts, [greek.replace(' ', space), english.replace(' ', space)]);
  }
});

test('a place shows its minutes, or why there are none; nothing if no ways are loaded', () => {
  const none = (walking_note: NonNullable<Walked['walking_note']>): Walked => ({
    walking_minutes: null,
    walking_note,
  });
  const rows: [Walked, string | undefined, string | undefined][] = [
    [{ walking_minutes: 6.2, walking_note: null }, '7 λεπτά με τα πόδια', '7 min on foot'],
    [{ walking_minutes: 6.2, walking_note: 'with_slopes' }, '7 λεπτά με τα πόδια', '7 min on foot'],
    [none('no_way'), 'δεν βρέθηκε δρόμος', 'no way known'],
    [none('beyond_5_km'), 'πάνω από 5 km με τα πόδια', 'over 5 km on foot'],
    [none('not_loaded'), undefined, undefined],
    [{}, undefined, undefined],
  ];
  for (const [place, ...texts] of rows) {
    assert.deepEqual(
      [walkText(place, 'el'), walkText(place, 'en')].map(text => text?.replace(space, ' ')),
      texts,
    );
  }
  assert.equal(countsSlopes(rows.map(([place]) => place)), true);
  assert.equal(countsSlopes([{ walking_note: null }]), false);
});

test('while the ways are not built, the places come at once without them', async t => {
  const notBuilt = json(503, { error: 503, message: 'being built' }, { 'retry-after': '5' });
  const server = await startFlakyServer(notBuilt, json(200, []));
  t.after(server.close);
  const client = createClient({ apiUrl: server.url });
  const { signal } = new AbortController();
  assert.deepEqual(await askPlaces(client, { latitude: 38, longitude: 23 }, signal), []);
  assert.deepEqual(
    server.seen.map(({ url }) => url),
    ['/api/points-of-interest/?walk=true', '/api/points-of-interest/'],
  );
});

test('other failures are those of the panel', async t => {
  const server = await startFlakyServer(json(403, { error: 403, message: 'no' }));
  t.after(server.close);
  const client = createClient({ apiUrl: server.url });
  const { signal } = new AbortController();
  await assert.rejects(askPlaces(client, { latitude: 38, longitude: 23 }, signal), { status: 403 });
  assert.equal(server.seen.length, 1);
});
