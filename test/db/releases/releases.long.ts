import assert from 'node:assert/strict';
import test from 'node:test';
import { serveHere } from '../../commands/ktima.ts';
import { answersOf, logIn, run } from './content.ts';
import { engines } from './databases.ts';
import { installRelease, keptOf, releases } from './installed.ts';

for (const release of releases) {
  for (const engine of engines) {
    test(`${engine.name}: the data and portfolios of ${release} answer as they did`, async t => {
      const kept = keptOf(release, engine);
      const env = await installRelease(t, release, engine);
      await run(env, 'migrate');
      const { api, auth, stop } = await serveHere(env);
      t.after(stop);
      const { access_token } = await logIn(auth, kept);
      const answered = await answersOf(api, access_token, kept.portfolio);
      assert.partialDeepStrictEqual(answered, kept.answered);
    });
  }
}
