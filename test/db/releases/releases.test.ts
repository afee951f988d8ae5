import assert from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import test, { type TestContext } from 'node:test';
import { version } from '../../../src/tools/version.ts';
import { newHome, serveHere } from '../../commands/ktima.ts';
import { longTest } from '../../sample.ts';
import {
  answersOf,
  hashScripts,
  type Kept,
  logIn,
  post,
  printedBy,
  run,
  settings,
} from './content.ts';
import { engines } from './databases.ts';

const here = 'test/db/releases';
const releases = readdirSync(here, { withFileTypes: true })
  .filter(entry => entry.isDirectory())
  .map(({ name }) => name);

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
    const folder = `${here}/${release}/${engine.name}`;
    const kept: Kept = JSON.parse(readFileSync(`${folder}/kept.json`, 'utf8'));

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

    /** The settings of an installation of that release. */
    const install = async (t: TestContext) => {
      const home = newHome(t);
      const reportKeys = `${home.folder}/report-keys.json`;
      cpSync(`${folder}/report-keys.json`, reportKeys);
      const databases = await engine.newDatabases(home.folder);
      const env = { ...home.env, ...settings, ...databases, KTIMA_REPORT_KEYS: reportKeys };
      await engine.read(env, folder);
      return env;
    };

    test(`${engine.name}: users, sessions, clients and rows of ${release} are upgraded`, async t => {
      const env = await install(t);
      // Later versions may print more, not less.
      assert.partialDeepStrictEqual(await printedBy(env), kept.printed);
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

    longTest(
      `${engine.name}: the data and portfolios of ${release} answer as they did`,
      async t => {
        const env = await install(t);
        await run(env, 'migrate');
        const { api, auth, stop } = await serveHere(env);
        t.after(stop);
        const { access_token } = await logIn(auth, kept);
        assert.partialDeepStrictEqual(
          await answersOf(api, access_token, kept.portfolio),
          kept.answered,
        );
      },
    );
  }
}
