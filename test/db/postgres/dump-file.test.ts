import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import test from 'node:test';
import { Client } from 'pg';
import { libpqEnvironment, readRows } from '#storage/db/postgres/dump-file.ts';
import { readPostgresUrl } from '#storage/db/postgres/url.ts';
import { testWith } from '../../environment.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

test('pg_dump gets server, login and TLS of a URL by variables', () => {
  const url =
    'postgres://ann:s%40crt@one.example:5433,two.example/data?sslmode=verify-full&sslrootcert=ca.pem&options=-c%20x%3Dy';
  const { servers } = readPostgresUrl(url);
  const environment = (i: number) =>
    libpqEnvironment(
      new Client({ connectionString: servers[i]!.url.replace('sslrootcert=ca.pem', '') }),
      url,
    );
  const { PATH, HOME, ...given } = environment(0);
  assert.deepEqual(given, {
    LC_ALL: 'C',
    PGHOST: 'one.example',
    PGPORT: '5433',
    PGUSER: 'ann',
    PGDATABASE: 'data',
    PGPASSWORD: 's@crt',
    PGSSLMODE: 'verify-full',
    PGSSLROOTCERT: 'ca.pem',
    PGOPTIONS: '-c x=y',
    PGAPPNAME: 'ktima backup',
  });
  assert.equal(environment(1).PGHOST, 'two.example');
  const preferring = 'postgres://ann@localhost/data?sslmode=prefer';
  const client = new Client({ connectionString: 'postgres://ann@localhost/data' });
  assert.equal(libpqEnvironment(client, preferring).PGSSLMODE, 'require');
});

testWith({})('the rows of a dump are read over any borders of pieces', async t => {
  const { path, put } = temporaryFolder(t);
  chmodSync(put('pg_restore', '#!/bin/sh\nfor last; do :; done\ncat "$last"\n'), 0o755);
  process.env.PATH = `${path}:${process.env.PATH}`;
  // Values that end like the line that ends the rows.
  const rows = ['\\\\.', 'a\t\\\\.', '\\N', ...Array.from({ length: 30_000 }, (_, i) => `${i}\tx`)];
  const dump = [
    '\\restrict abc',
    "SELECT pg_catalog.set_config('search_path', '', false);",
    'SET row_security = off;',
    'COPY public.first (a, b) FROM stdin;',
    ...rows,
    '\\.',
    '',
    'COPY public."Second" (a) FROM stdin;',
    '\\.',
    "SELECT pg_catalog.setval('public.ids', 7, true);",
    '',
  ].join('\n');
  const found: string[] = [];
  let text = '';
  for await (const piece of readRows(put('dump', dump))) {
    if (piece.kind === 'rows') text += piece.bytes.toString();
    else if (piece.kind === 'end') found.push(`${piece.table}: ${piece.rows}`);
    else found.push(piece.sql);
  }
  assert.equal(text, rows.map(row => `${row}\n`).join(''));
  assert.deepEqual(found, [
    '',
    "SELECT pg_catalog.set_config('search_path', '', true);",
    'SET LOCAL row_security = off;',
    'COPY public.first (a, b) FROM stdin;',
    `first: ${rows.length}`,
    'COPY public."Second" (a) FROM stdin;',
    'Second: 0',
    "SELECT pg_catalog.setval('public.ids', 7, true);",
  ]);
});
