import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { stopSeconds } from '#app/services/service.ts';
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

test('both units write /var/lib/ktima only, and are restricted alike', () => {
  const [one, instance] = units.map(name => readFileSync(join(folder, name), 'utf8'));
  const service = (unit: string) => unit.slice(unit.indexOf('[Service]'));
  const own = /^EnvironmentFile=\/etc\/ktima-%i\.env\n/m;
  assert.match(instance!, own);
  assert.equal(service(instance!).replace(own, ''), service(one!));
  assert.match(one!, /^StateDirectory=ktima$/m);
  assert.match(one!, /^WorkingDirectory=\/var\/lib\/ktima$/m);
  assert.match(one!, /^ProtectSystem=strict$/m);
  assert.doesNotMatch(one!, /^ReadWritePaths=/m);
});

/** Copies of the units, the template as its first instance, if systemd is here to read them. */
function copies(t: TestContext): string[] {
  const { error } = spawnSync('systemd-analyze', ['--version']);
  if (error) t.skip('systemd-analyze is not installed');
  const { put } = temporaryFolder(t);
  return error
    ? []
    : units.map(name => put(name.replace('@', '@1'), readFileSync(join(folder, name), 'utf8')));
}

test('systemd rates the exposure of the units below 3', t => {
  for (const file of copies(t)) {
    const { stdout } = spawnSync('systemd-analyze', ['security', '--offline=true', file], {
      encoding: 'utf8',
    });
    const [, exposure] = /exposure level for \S+: ([\d.]+)/.exec(stdout) ?? [];
    assert.ok(Number(exposure) < 3, stdout);
  }
});

test('systemd accepts the units', t => {
  const files = copies(t);
  if (files.length === 0) return;
  const { stderr } = spawnSync('systemd-analyze', ['verify', ...files], { encoding: 'utf8' });
  // The program is not installed on this machine, and neither are its targets.
  const faults = stderr
    .split('\n')
    .filter(line => /ktima/.test(line) && !/not executable/.test(line));
  assert.deepEqual(faults, []);
});
