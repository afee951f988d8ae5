import assert from 'node:assert/strict';
import test from 'node:test';
import { openTestService } from '../service.ts';
import { changedTokens } from './changed-tokens.ts';

test('every single-character change of a good token is refused', async () => {
  const { token, verifyBearer } = await openTestService();
  await verifyBearer(`Bearer ${token}`);
  for (const altered of changedTokens(token, 1)) {
    const refused = (text: string) =>
      assert.rejects(async () => verifyBearer(`Bearer ${text}`), { code: 'UNAUTHENTICATED' }, text);
    await Promise.all(altered.map(refused));
  }
});
