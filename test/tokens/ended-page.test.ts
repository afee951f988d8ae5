import assert from 'node:assert/strict';
import test from 'node:test';
import { fetchEndedPage } from '#http/tokens/ended-sessions.ts';
import { startLocalServer } from '../local-server.ts';

test('a page of ended sessions is asked for by its cursor, and what is no page is refused', async t => {
  const page = { ended: [{ sid: 's', until: 1_781_514_000 }], cursor: '1.a b', more: false };
  let [answer, asked]: unknown[] = [page, ''];
  const { url } = await startLocalServer(t, (request, response) => {
    asked = request.url;
    response.end(JSON.stringify(answer));
  });
  const list = new URL(`${url}/auth/ended-sessions`);
  assert.deepEqual(await fetchEndedPage(list, ''), page);
  assert.equal(asked, '/auth/ended-sessions');
  await fetchEndedPage(list, page.cursor);
  assert.equal(asked, '/auth/ended-sessions?since=1.a+b');

  const entries = [{}, { sid: 1, until: 1 }, { sid: 's', until: '1' }, { sid: 's' }, null];
  const wrong = [
    ...entries.map(entry => ({ ...page, ended: [entry] })),
    ...[{}, { ...page, ended: {} }, { ...page, cursor: 1 }, { ...page, more: undefined }],
  ];
  for (const given of wrong) {
    answer = given;
    const message = `${list}: expected a list of ended sessions`;
    await assert.rejects(fetchEndedPage(list, ''), { message }, JSON.stringify(given));
  }
});
