import assert from 'node:assert/strict';
import test from 'node:test';
import { buildWalkGraph } from '#domain/walking/build-graph.ts';
import { signAccessToken } from '#features/auth/tokens/access-tokens.ts';
import { openTestService } from '../service.ts';
import { cityWays } from '../walking/city.ts';

const city = { south: 37.95, west: 23.7, size: 80, blockMetres: 70, seed: 1 };

test('walks of one caller beyond its part are refused at once, and another caller is answered', async () => {
  const ways = buildWalkGraph(cityWays(city));
  const { api, keys, tokens, clock, token } = await openTestService({ walk: () => ways });
  const another = { id: 'another session', userId: 'another', scopes: null };
  const other = await signAccessToken(await keys.current(), tokens, another, clock.now);
  const ask = (bearer: string) =>
    api.inject({
      url: '/api/walk/?latitude=37.98&longitude=23.73&minutes=56,57,58,59,60',
      headers: { authorization: `Bearer ${bearer}` },
    });
  const many = Array.from({ length: 60 }, () => ask(token));
  const answers = await Promise.all([...many, ask(other)]);
  assert.equal(answers.at(-1)!.statusCode, 200);
  const refused = answers.filter(({ statusCode }) => statusCode === 503);
  assert.equal(refused.length, 50, 'two have slots, eight wait');
  for (const { headers } of refused) assert.match(String(headers['retry-after']), /^[1-3]$/);
  assert.equal(refused[0]!.json().message, 'too many walks at once; try again');
});
