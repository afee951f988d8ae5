import assert from 'node:assert/strict';
import test from 'node:test';
import { openTestService } from '../service.ts';

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;

test('over 500 tries nobody can tell by time who exists, is disabled or locked', async () => {
  const { auth, users } = await openTestService();
  for (const name of ['known', 'disabled', 'locked'])
    await users.add(name, 'correct horse battery');
  await users.setDisabled('disabled', true);
  const login = async (username: string, remoteAddress: string) => {
    const payload = { username, password: 'a wrong password' };
    const start = performance.now();
    const response = await auth.inject({
      method: 'POST',
      url: '/auth/otp/login',
      payload,
      remoteAddress,
    });
    assert.equal(response.statusCode, 401);
    return performance.now() - start;
  };
  for (let i = 0; i < 10; i++) await login('locked', '192.0.2.1');

  const times: Record<string, number[]> = { known: [], unknown: [], disabled: [], locked: [] };
  for (let i = 0; i < 125; i++) {
    for (const name of Object.keys(times)) {
      // Other addresses each time, or the throttle would soon answer instead.
      const address = name === 'locked' && i < 50 ? '192.0.2.1' : `198.51.100.${i}`;
      times[name]!.push(await login(name, address));
    }
  }
  const medians = Object.values(times).map(median);
  const [least, most] = [Math.min(...medians), Math.max(...medians)];
  assert.ok(most / least < 1.1, `medians in ms: ${medians.map(m => m.toFixed(2)).join(', ')}`);
});
