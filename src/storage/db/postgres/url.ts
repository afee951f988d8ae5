import { badSetting } from '#tools/errors.ts';
import { nameProblem, sslModes } from './connection-parameters.ts';

/** Which of several servers may be used, with libpq's names. */
const sessionKinds = [
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
  /** Host and port; may be shown, unlike the URL. */
  readonly name: string;
  /** The URL with only this server. It contains the password: never show it. */
  readonly url: string;
}

/** The content of a `postgres://` URL. */
export interface ParsedPostgresUrl {
  readonly servers: readonly PostgresServer[];
  /** The value of `target_session_attrs`, if set. */
  readonly session: SessionKind | undefined;
  /** Names of servers on other hosts to which connections are not encrypted. */
  readonly plainText: readonly string[];
}

const form = /^postgres(?:ql)?:\/\/(?:([^/?#]*)@)?([^/?#@]*)(?:\/([^?#]*))?(?:\?([^#@]*))?$/;

/** Whether a text looks like the URL of a PostgreSQL database. */
export function isPostgresUrl(text: string): boolean {
  return /^postgres(ql)?:\/\//.test(text);
}

/**
 * Parses a URL as libpq does: `postgres://user:password@host1:5432,host2:5433/database?…`. The
 * driver supports only one host, so each server gets its own URL. No message repeats the URL,
 * because it contains a password; messages name the `setting` instead.
 */
export function readPostgresUrl(url: string, setting = 'database URL'): ParsedPostgresUrl {
  const refuse = rejecterFor(setting);
  const parts = form.exec(url) ?? refuse('', expectedForm);
  const [, login = '', hosts = '', database = '', query = ''] = parts;
  const parameters = readParameters(query, refuse);
  const session = parameters.get('target_session_attrs') as SessionKind | null;
  parameters.delete('target_session_attrs');
  const servers = readHosts(hosts, parameters, refuse).map(host => {
    const single = new URLSearchParams(parameters);
    // A folder with the server's Unix socket cannot be the host of a URL.
    const isFolder = host.startsWith('/');
    if (isFolder) single.set('host', host);
    else single.delete('host');
    // Without this, the driver treats every sslmode as verify-full and prints a long warning.
    if (single.has('sslmode')) single.set('uselibpqcompat', 'true');
    const rest = single.size > 0 ? `?${single}` : '';
    const text = `postgres://${login && `${login}@`}${isFolder ? '' : host}/${database}${rest}`;
    const isSound = URL.canParse(isFolder ? text.replace('@/', '@socket/') : text);
    return { name: host, url: isSound ? text : refuse('', expectedForm) };
  });
  const isPlain = !hasTls(parameters) || parameters.get('sslmode') === 'disable';
  const plainText = isPlain ? servers.map(({ name }) => name).filter(isElsewhere) : [];
  return { servers, session: session ?? undefined, plainText };
}

/** Whether two URLs have the same servers, database and parameters; user and password may differ. */
export function differOnlyInLogin(one: ParsedPostgresUrl, other: ParsedPostgresUrl): boolean {
  return withoutLogin(one) === withoutLogin(other);
}

function withoutLogin({ servers, session }: ParsedPostgresUrl): string {
  const urls = servers.map(({ url }) => {
    const [place, query] = url.replace(/^postgres:\/\/([^/?#]*@)?/, '').split('?', 2);
    const parameters = new URLSearchParams(query);
    for (const name of ['user', 'password']) parameters.delete(name);
    parameters.sort();
    return `${place}?${parameters}`;
  });
  return JSON.stringify([session, urls]);
}

type Refuse = (parameter: string, what: string) => never;

function rejecterFor(setting: string): Refuse {
  return (parameter, what) => {
    const where = parameter === '' ? setting : `${setting}, ${parameter}`;
    throw badSetting(`${where}: ${what}`);
  };
}

const expectedForm =
  'expected postgres://user:password@host:port/database, several hosts separated by commas, and ' +
  'special characters of the password percent-encoded';

/** The hosts of a URL, before its path or in the parameter `host`. */
function readHosts(hosts: string, parameters: URLSearchParams, refuse: Refuse): string[] {
  const inQuery = parameters.get('host');
  if (hosts === '') return (inQuery ?? 'localhost').split(',');
  if (inQuery !== null) refuse('host', 'expected without hosts before the path, got both');
  try {
    return hosts.split(',').map(decodeURIComponent);
  } catch {
    return refuse('', expectedForm);
  }
}

/** The allowed values of parameters with a fixed list. */
const values: Readonly<Record<string, readonly string[]>> = {
  sslmode: sslModes,
  target_session_attrs: sessionKinds,
};

/** Parses the parameters of a URL. Each must be known, appear once and have a valid value. */
function readParameters(query: string, refuse: Refuse): URLSearchParams {
  const parameters = new URLSearchParams(query);
  const { PGSSLMODE } = process.env;
  // The driver reads this variable too, but treats every value as verify-full.
  if (PGSSLMODE && !hasTls(parameters)) parameters.set('sslmode', PGSSLMODE);
  for (const [name, value] of parameters) {
    const fault = nameProblem(name);
    if (fault !== undefined) refuse(name, fault);
    if (parameters.getAll(name).length > 1) refuse(name, 'expected once');
    if (values[name] && !values[name].includes(value)) {
      refuse(name, `expected one of ${values[name].join(', ')}`);
    }
    if (name === 'port' && !/^\d{1,5}$/.test(value)) refuse(name, 'expected a number');
  }
  if (parameters.get('sslmode') === 'verify-ca' && !parameters.has('sslrootcert')) {
    refuse('sslmode', 'verify-ca needs the file of the CA in sslrootcert; else use verify-full');
  }
  return parameters;
}

/** Whether the URL has a parameter about encryption. The driver then encrypts unless disabled. */
function hasTls(parameters: URLSearchParams): boolean {
  return [...parameters.keys()].some(name => name.startsWith('ssl'));
}

/** Whether a host is another machine: neither the folder of a Unix socket nor loopback. */
function isElsewhere(host: string): boolean {
  return !/^(\/|(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$)/.test(host);
}

/** The kind of server to use. A database that is written needs a writable server. */
export function sessionFor(
  asked: SessionKind | undefined,
  writes: boolean,
  setting = 'database URL',
): SessionKind {
  if (!writes) return asked ?? 'any';
  if (asked === 'standby' || asked === 'read-only') {
    rejecterFor(setting)('target_session_attrs', 'expected read-write: this database is written');
  }
  return 'read-write';
}
