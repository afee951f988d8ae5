import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { stopSeconds } from '../src/app/services/service.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = 'deploy/systemd';
const units = ['ktima.service', 'ktima@.service'];

for (const name of units) {
  test(`${name} is started again after every end, and its stop has enough time`, () => {
    const unit = readFileSync(join(folder, name), 'utf8');
    assert.match(unit, /^Restart=always$/m);
    assert.match(unit, /^StartLimitIntervalSec=0$/m);
    assert.match(unit, /^KillMode=mixed$/m);
    const granted = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)![1]);
    assert.ok(granted > stopSeconds);
    assert.equal(/^After=.*postgresql/m.test(unit), name === 'ktima@.service');
    assert.doesNotMatch(unit, /^(Requires|BindsTo)=/m);
  });
}

test('systemd accepts the units', t => {
  const { error } = spawnSync('systemd-analyze', ['--version']);
  if (error) return t.skip('systemd-analyze is not installed');
  const { put } = temporaryFolder(t);
  const copies = units.map(name =>
    put(name.replace('@', '@1'), readFileSync(join(folder, name), 'utf8')),
  );
  const { stderr } = spawnSync('systemd-analyze', ['verify', ...copies], { encoding: 'utf8' });
  // The program is not installed on this machine, and neither are its targets.
  const faults = stderr
    .split('\n')
    .filter(line => /ktima/.test(line) && !/not executable/.test(line));
  assert.deepEqual(faults, []);
});
