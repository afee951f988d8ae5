import { Writable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';

/** What no log may hold: the passwords of these tests, and whatever looks like a secret. */
const secrets: Readonly<Record<string, RegExp>> = {
  'a password':
    /correct horse battery|ktima-demo|hunter2|long enough password|wrong-secret|\$\(id\)/,
  'a token': /eyJ[\w-]{10,}\.[\w-]+/,
  'a refresh token': /(?<![\w+/=-])[\w-]{43}(?![\w+/=-])/,
  'the secret of a client': /ktima_[\w-]{43}/,
  'a session cookie': /__Secure-ktima-session=[^;\s"]/,
  'the cookie of a sign-on': /__Host-ktima-sign-on=[^;\s"]|sealed:1:/,
  'the hash of a password': /\$argon2/,
  'a private key': /"d" ?: ?"[\w-]{43}|PRIVATE KEY|"d\\":/,
  'a secret of a second factor': /otpauth:|secret=[A-Z2-7]{16}/,
  'the password of a database': /postgres(?:ql)?:\/\/[^\s:/@]+:[^\s@]+@/,
};

/** Which kind of secret a text holds, and where; undefined when it holds none. */
export function secretIn(text: string): string | undefined {
  for (const [kind, pattern] of Object.entries(secrets)) {
    const found = pattern.exec(text);
    if (found) return `${kind}: …${text.slice(Math.max(0, found.index - 120), found.index + 40)}…`;
  }
  return undefined;
}

/** Fails the test file when a log holds a secret, be its tests over or not. */
export function holdNoSecret(whose: string, log: string): void {
  const found = secretIn(log);
  if (found === undefined) return;
  console.error(`the log of ${whose} holds ${found}`);
  process.exitCode = 1;
}

/** A log at the most detailed level, which is searched for secrets and not shown. */
export function watchedLog(): FastifyBaseLogger {
  const lines = new Writable({
    write(line, _encoding, done) {
      holdNoSecret('a service in this process', String(line));
      done();
    },
  });
  return pino({ level: 'trace', base: null }, lines);
}
