import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { stopSeconds } from '#app/services/service.ts';
import { settingList } from '#app/settings/config.ts';
import { readSettings } from '#app/settings/read-settings.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = 'deploy/systemd';
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const names = ['ktima-api', 'ktima-auth', 'ktima-api@'];
const units = names.flatMap(name => [`${name}.service`, `${name}.socket`]);

for (const name of names) {
  const unit = read(`${name}.service`);

  test(`${name} is started again after every end, and its stop has enough time`, () => {
    assert.match(unit, /^Restart=always$/m);
    assert.match(unit, /^StartLimitIntervalSec=0$/m);
    assert.match(unit, /^KillMode=mixed$/m);
    const granted = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)![1]);
    assert.ok(granted > stopSeconds);
    assert.doesNotMatch(unit, /^(Requires|BindsTo)=/m);
  });

  test(`${name} gets its own settings only, and its port by the name that it looks for`, () => {
    const service = name.includes('auth') ? 'auth' : 'api';
    const files = [...unit.matchAll(/^EnvironmentFile=(.*)$/gm)].map(([, file]) => file);
    const more = name.endsWith('@') ? ['-/etc/ktima/api-%i.env'] : [];
    assert.deepEqual(files, ['/etc/ktima/common.env', `/etc/ktima/${service}.env`, ...more]);
    assert.match(unit, /^InaccessiblePaths=-\/etc\/ktima$/m);
    assert.match(
      unit,
      new RegExp(`^ExecStart=/opt/ktima/current/bin/ktima serve ${service}$`, 'm'),
    );
    assert.match(unit, new RegExp(`^Sockets=${name.replace('@', '@%i')}\\.socket$`, 'm'));
    const socket = read(`${name}.socket`);
    const { apiPort, authPort } = readSettings({});
    const port = name.endsWith('@') ? '801%i' : { api: apiPort, auth: authPort }[service];
    assert.match(socket, new RegExp(`^ListenStream=127\\.0\\.0\\.1:${port}$`, 'm'));
    assert.match(socket, new RegExp(`^FileDescriptorName=${service}$`, 'm'));
  });
}

test('all services write /var/lib/ktima only, and are restricted alike', () => {
  const own = /^(EnvironmentFile|ExecStart|Sockets)=.*\n/gm;
  const [api, ...others] = names.map(name => {
    const unit = read(`${name}.service`);
    return unit.slice(unit.indexOf('[Service]')).replace(own, '');
  });
  for (const other of others) assert.equal(other, api);
  assert.match(api!, /^StateDirectory=ktima$/m);
  assert.match(api!, /^WorkingDirectory=\/var\/lib\/ktima$/m);
  assert.match(api!, /^ProtectSystem=strict$/m);
  assert.doesNotMatch(api!, /^ReadWritePaths=/m);
});

test('the folder has these units and no others', () => {
  assert.deepEqual(readdirSync(folder).toSorted(), units.toSorted());
});

test('the steps from one unit put each secret into the file of the service that needs it', () => {
  const page = readFileSync('docs/quickstart-production.md', 'utf8');
  const patterns = ['api', 'auth'].map(
    name => new RegExp(new RegExp(`^${name}='(.*)'$`, 'm').exec(page)![1]!),
  );
  const secrets = Object.values<{ env: string; isSecret?: true }>(settingList).filter(
    ({ isSecret }) => isSecret,
  );
  assert.ok(secrets.length >= 5);
  for (const { env } of secrets) {
    for (const line of [`${env}=x`, `${env}_FILE=x`])
      assert.equal(patterns.filter(pattern => pattern.test(line)).length, 1, line);
  }
});

/** Copies of the units, the template as its first instance, if systemd is here to read them. */
function copies(t: TestContext): string[] {
  const { error } = spawnSync('systemd-analyze', ['--version']);
  if (error) t.skip('systemd-analyze is not installed');
  const { put } = temporaryFolder(t);
  return error ? [] : units.map(name => put(name.replace('@', '@1'), read(name)));
}

test('systemd rates the exposure of the units below 3', t => {
  for (const file of copies(t).filter(name => name.endsWith('.service'))) {
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
