import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { suite, test } from 'node:test';
import { openPostgres } from '#storage/db/postgres/postgres.ts';
import { assertCancels } from '../../postgres/cancelled.ts';
import { asServer, startCluster } from '../../postgres/cluster.ts';
import { execute, noPostgres, patient } from '../../postgres/database.ts';

suite('a PostgreSQL server with TLS', { skip: noPostgres }, async () => {
  const cluster = await startCluster();
  const [certificate, key] = ['crt', 'key'].map(ending => `${cluster.folder}/server.${ending}`);
  const [command, ...args] = asServer(
    ...['openssl', 'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'],
    ...['-nodes', '-subj', '/CN=test', '-addext', 'subjectAltName=IP:127.0.0.1'],
    ...['-out', certificate!, '-keyout', key!],
  );
  execFileSync(command!, args, { stdio: 'ignore' });
  chmodSync(key!, 0o600);
  await execute(cluster.url('postgres'), 'ALTER SYSTEM SET ssl = on');
  await execute(cluster.url('postgres'), 'SELECT pg_reload_conf()');
  // The server reads its settings again when it comes to it.
  while ((await execute(cluster.url('postgres'), 'SHOW ssl'))[0].ssl !== 'on');

  const byName = `localhost:${cluster.port}`;
  const byAddress = `127.0.0.1:${cluster.port}`;
  const cases: [query: string, host: string, outcome: boolean | RegExp][] = [
    ['', byAddress, false],
    ['?sslmode=disable', byAddress, false],
    ['?sslmode=prefer', byAddress, true],
    ['?sslmode=require', byName, true],
    [`?sslmode=verify-ca&sslrootcert=${certificate}`, byName, true],
    [`?sslmode=verify-full&sslrootcert=${certificate}`, byAddress, true],
    [`?sslmode=verify-full&sslrootcert=${certificate}`, byName, /does not match certificate/],
    ['?sslmode=verify-full', byAddress, /self-signed certificate/],
    [`?sslrootcert=${certificate}`, byAddress, true],
    ['?sslmode=verify-full&sslrootcert=/none.pem', byAddress, /no such file .*\/none\.pem/],
  ];
  for (const [query, host, outcome] of cases) {
    const expected = outcome instanceof RegExp ? 'refused' : outcome ? 'encrypted' : 'plain text';
    const shown = query.replace(certificate!, 'CERTIFICATE') || 'no sslmode';
    test(`${shown} to ${host.replace(/:.*/, '')}: ${expected}`, async t => {
      const db = openPostgres(`postgres://ktima@${host}/postgres${query}`);
      t.after(() => db.close());
      const asked = db.read('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()');
      if (!(outcome instanceof RegExp)) return assert.deepEqual(await asked, [{ ssl: outcome }]);
      await assert.rejects(asked, (error: Error) => {
        assert.match(String(error.cause), outcome);
        return true;
      });
    });
  }

  test('a statement is cancelled over TLS too', async t => {
    const url = `postgres://ktima@${byAddress}/postgres?sslmode=verify-full&sslrootcert=${certificate}`;
    const db = openPostgres(url, { ...patient, poolSize: 1 });
    t.after(() => db.close());
    await assertCancels(db, cluster.url('postgres'));
  });
});
