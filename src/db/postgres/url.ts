import { KtimaError } from '../../errors.ts';
import { faultOfName, sslModes } from './parameters.ts';

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
  /** Names of servers on other hosts to which connections are not encrypted. */
  readonly plainText: readonly string[];
}

const form = /^postgres(?:ql)?:\/\/(?:([^/?#]*)@)?([^/?#@]*)\/?([^?#]*)(?:\?([^#@]*))?$/;

/** Whether a text looks like the URL of a PostgreSQL database. */
export function isPostgresUrl(text: string): boolean {
  return /^postgres(ql)?:\/\//.test(text);
}

/**
 * Reads a URL as libpq does: `postgres://user:password@host1:5432,host2:5433/database?…`. The
 * driver knows one host only, so each server gets a URL of its own. No message repeats the URL,
 * which holds a password; `setting` is what it is called there.
 */
export function readPostgresUrl(url: string, setting = 'database URL'): PostgresAddress {
  const refuse = refuserOf(setting);
  const parts = form.exec(url) ?? refuse('', expectedForm);
  const [, login = '', hosts = '', database = '', query = ''] = parts;
  const parameters = readParameters(query, refuse);
  const session = parameters.get('target_session_attrs') as SessionKind | null;
  parameters.delete('target_session_attrs');
  const servers = readHosts(hosts, parameters, refuse).map(host => {
    const single = new URLSearchParams(parameters);
    // A folder is where the server's Unix socket is; it does not fit into the host of a URL.
    const isFolder = host.startsWith('/');
    if (isFolder) single.set('host', host);
    else single.delete('host');
    // The driver takes every sslmode for verify-full, and says so at length, unless told this.
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

type Refuse = (parameter: string, what: string) => never;

function refuserOf(setting: string): Refuse {
  return (parameter, what) => {
    const where = parameter === '' ? setting : `${setting}, ${parameter}`;
    throw new KtimaError('BAD_SETTING', `${where}: ${what}`);
  };
}

const expectedForm =
  'expected postgres://user:password@host:port/database, several hosts with commas between, and ' +
  'special characters of the password percent-encoded';

/** The hosts of a URL, which stand before its path or in the parameter `host`. */
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

/** What the values of a parameter may be, where that is a list. */
const values: Readonly<Record<string, readonly string[]>> = {
  sslmode: sslModes,
  target_session_attrs: sessionKinds,
};

/** The parameters of a URL, each known, there once and with a value that means something. */
function readParameters(query: string, refuse: Refuse): URLSearchParams {
  const parameters = new URLSearchParams(query);
  const { PGSSLMODE } = process.env;
  // The driver heeds this variable of libpq's too, but takes every value for verify-full.
  if (PGSSLMODE && !hasTls(parameters)) parameters.set('sslmode', PGSSLMODE);
  for (const [name, value] of parameters) {
    const fault = faultOfName(name);
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

/** Whether anything is said about encryption; the driver then encrypts unless told not to. */
function hasTls(parameters: URLSearchParams): boolean {
  return [...parameters.keys()].some(name => name.startsWith('ssl'));
}

/** Whether a host is another machine: neither the folder of a Unix socket nor loopback. */
function isElsewhere(host: string): boolean {
  return !/^(\/|(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$)/.test(host);
}

/** Which server to use. What is to be written is not on a standby, whatever is preferred. */
export function sessionFor(
  asked: SessionKind | undefined,
  writes: boolean,
  setting = 'database URL',
): SessionKind {
  if (!writes) return asked ?? 'any';
  if (asked === 'standby' || asked === 'read-only') {
    refuserOf(setting)('target_session_attrs', 'expected read-write: this database is written');
  }
  return 'read-write';
}
