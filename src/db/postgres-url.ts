import { KtimaError } from '../errors.ts';

/** Which server of several may be used, in libpq's words. */
export const sessionKinds = [
  'any',
  'read-write',
  'read-only',
  'primary',
  'standby',
  'prefer-standby',
] as const;
export type SessionKind = (typeof sessionKinds)[number];

/** One server of a URL. */
export interface PostgresServer {
  /** Host and port: fit to be shown, unlike the URL. */
  readonly name: string;
  /** The whole URL with this server alone. It holds the password: never shown. */
  readonly url: string;
}

/** What a `postgres://` URL says. */
export interface PostgresAddress {
  readonly servers: readonly PostgresServer[];
  /** What `target_session_attrs` asks for, if anything. */
  readonly session: SessionKind | undefined;
}

const form = /^postgres(?:ql)?:\/\/(?:([^/?#]*)@)?([^/?#@]*)\/?([^?#]*)(?:\?([^#]*))?$/;

/** Whether a text looks like the URL of a PostgreSQL database. */
export function isPostgresUrl(text: string): boolean {
  return /^postgres(ql)?:\/\//.test(text);
}

/**
 * Reads a URL as libpq does: `postgres://user:password@host1:5432,host2:5433/database?…`. The
 * driver knows one host only, so each server gets a URL of its own. No message repeats the URL,
 * which holds a password.
 */
export function readPostgresUrl(url: string): PostgresAddress {
  const [, login = '', hosts = '', database = '', query = ''] = form.exec(url) ?? malformed();
  const parameters = new URLSearchParams(query);
  const session = readSession(parameters.get('target_session_attrs'));
  parameters.delete('target_session_attrs');
  const names = (hosts === '' ? (parameters.get('host') ?? 'localhost') : hosts).split(',');
  const servers = names.map(host => {
    const single = new URLSearchParams(parameters);
    // A folder is where the server's Unix socket is; it does not fit into the host of a URL.
    const inQuery = /^(\/|%2f)/i.test(host);
    if (inQuery) single.set('host', decodeURIComponent(host));
    else single.delete('host');
    const rest = single.size > 0 ? `?${single}` : '';
    const text = `postgres://${login && `${login}@`}${inQuery ? '' : host}/${database}${rest}`;
    if (inQuery ? !URL.canParse(text.replace('@/', '@socket/')) : !URL.canParse(text)) malformed();
    return { name: decodeURIComponent(host), url: text };
  });
  return { servers, session };
}

function malformed(): never {
  throw new KtimaError(
    'BAD_SETTING',
    'database URL: expected postgres://user:password@host:port/database, several hosts with commas ' +
      'between, and special characters of the password percent-encoded',
  );
}

function readSession(text: string | null): SessionKind | undefined {
  if (text === null) return undefined;
  const kind = sessionKinds.find(known => known === text);
  if (kind) return kind;
  const expected = sessionKinds.join(', ');
  throw new KtimaError(
    'BAD_SETTING',
    `database URL, target_session_attrs: expected one of ${expected}`,
  );
}
