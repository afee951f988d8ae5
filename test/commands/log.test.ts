import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, openSync } from 'node:fs';
import test from 'node:test';

/** Linux's file that is always full; elsewhere a descriptor that cannot be written does as well. */
const unwritable = () =>
  existsSync('/dev/full') ? openSync('/dev/full', 'w') : openSync('/dev/null', 'r');

test('a standard error that cannot be written does not end the process', () => {
  const script = `
    import { openLog } from './src/app/services/service.ts';
    const log = openLog('info', 'api');
    let lines = 0;
    const timer = setInterval(() => {
      log.info({ filler: 'x'.repeat(100_000) }, 'nobody can read this');
      if (++lines < 30) return;
      clearInterval(timer);
      console.log('alive', process.memoryUsage().heapUsed < 100e6);
    }, 1);`;
  const { stdout, status } = spawnSync(
    process.execPath,
    ['--input-type=module', '--disable-warning=ExperimentalWarning', '-e', script],
    { stdio: ['ignore', 'pipe', unwritable()], encoding: 'utf8' },
  );
  assert.deepEqual([stdout, status], ['alive true\n', 0]);
});

test('a log line holds no control characters, and stays JSON', () => {
  const script = `
    import { openLog } from './src/app/services/service.ts';
    openLog('info', 'api').info({ reason: 'a\\u009b31m\\u202e' }, 'x');`;
  const { stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--disable-warning=ExperimentalWarning', '-e', script],
    { encoding: 'utf8' },
  );
  assert.doesNotMatch(stderr.trimEnd(), /[\p{Cc}\p{Cf}]/u);
  assert.equal(JSON.parse(stderr).reason, 'a\u009b31m\u202e');
});
