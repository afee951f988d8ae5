import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { version } from '#tools/version.ts';
import { serveHere } from '../../commands/ktima.ts';
import { noPostgres } from '../../postgres/database.ts';
import { hashScripts, logIn, post, printedBy } from './content.ts';
import { engines } from './databases.ts';
import { installRelease, keptOf, releases } from './installed.ts';

test('packages, the changelog and the kept releases have the version of the program', () => {
  for (const [file, pattern] of Object.entries({
    'package.json': /^ {2}"version": "(.*)"/m,
    'client/package.json': /^ {2}"version": "(.*)"/m,
    'clients/python/pyproject.toml': /^version = "(.*)"/m,
    'compose.yaml': /^ {2}image: ktima:(.*)$/m,
    'CHANGELOG.md': /^## (\S+), \d{4}-\d\d-\d\d$/m,
  })) {
    assert.equal(pattern.exec(readFileSync(file, 'utf8'))?.[1], version, file);
  }
  const released = readFileSync('CHANGELOG.md', 'utf8').matchAll(/^## (\S+), /gm);
  const expected = [...released].map(([, name]) => name!).toSorted();
  assert.deepEqual(releases.toSorted(), expected, 'npm run keep-release writes them');
});

for (const release of releases) {
  for (const engine of engines) {
    const kept = keptOf(release, engine);

    test(`${engine.name}: the scripts of ${release} are as they were released`, () => {
      const today = hashScripts(engine);
      for (const [name, hashes] of Object.entries(kept.scripts)) {
        for (const [i, hash] of hashes.entries()) {
          const which = `script ${i + 1} of the schema ${name} was released with ${release}`;
          const advice = 'put it back, and add a further script, which changes the tables';
          assert.equal(today[name]![i], hash, `${which}: ${advice}`);
        }
      }
    });

    test(`${engine.name}: users, sessions, clients and rows of ${release} are upgraded`, {
      skip: engine.name === 'postgres' && noPostgres,
    }, async t => {
      const env = await installRelease(t, release, engine);
      // Later versions may print more. Earlier ones printed keys of reports and rows of layers, too.
      for (const [name, printed] of Object.entries(await printedBy(env)))
        assert.partialDeepStrictEqual(printed, kept.printed[name], name);
      const { auth, stop } = await serveHere(env, 'auth');
      t.after(stop);
      await logIn(auth, kept);
      await logIn(auth, kept, kept.recoveryCode);
      await post(`${auth}/auth/token/refresh`, { refresh_token: kept.refreshToken });
      await post(`${auth}/auth/token`, {
        grant_type: 'client_credentials',
        client_id: kept.clientId,
        client_secret: kept.clientSecret,
      });
    });
  }
}
