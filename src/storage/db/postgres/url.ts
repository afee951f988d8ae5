import { badSetting } from '#tools/errors.ts';
import { nameProblem, oneAddress, sslModes } from './connection-parameters.ts';

/** The content of a `postgres://` URL. */
export interface PostgresAddress {
  /** Host and port; may be shown, unlike the URL. */
  readonly name: string;
  /** The URL for the driver. It contains the password: never show it. */
  readonly url: string;
  /** Whether the server is another machine and connections to it are not encrypted. */
  readonly isPlainText: boolean;
}

const form = /^postgres(?:ql)?:\/\/(?:([^/?#]*)@)?([^/?#@]*)(?:\/([^?#]*))?(?:\?([^#@]*))?$/;

/** Whether a text looks like the URL of a PostgreSQL database. */
export function isPostgresUrl(text: string): boolean {
  return /^postgres(ql)?:\/\//.test(text);
}

/**
 * Parses a URL as libpq does, with one host: `postgres://user:password@host:5432/database?…`. No
 * message repeats the URL, because it contains a password; messages name the `setting` instead.
 */
export function readPostgresUrl(url: string, setting = 'database URL'): PostgresAddress {
  const refuse = rejecterFor(setting);
  const parts = form.exec(url) ?? refuse('', expectedForm);
  const [, login = '', place = '', database = '', query = ''] = parts;
  const parameters = readParameters(query, refuse);
  const host = readHost(place, parameters, refuse);
  // A folder with the server's Unix socket cannot be the host of a URL.
  const isFolder = host.startsWith('/');
  if (isFolder) parameters.set('host', host);
  else parameters.delete('host');
  // Without this, the driver treats every sslmode as verify-full and prints a long warning.
  if (parameters.has('sslmode')) parameters.set('uselibpqcompat', 'true');
  const rest = parameters.size > 0 ? `?${parameters}` : '';
  const text = `postgres://${login && `${login}@`}${isFolder ? '' : host}/${database}${rest}`;
  const isSound = URL.canParse(isFolder ? text.replace('@/', '@socket/') : text);
  if (!isSound) refuse('', expectedForm);
  const isPlain = !hasTls(parameters) || parameters.get('sslmode') === 'disable';
  return { name: host, url: text, isPlainText: isPlain && isElsewhere(host) };
}

/** Whether two URLs have the same server, database and parameters; user and password may differ. */
export function differOnlyInLogin(one: PostgresAddress, other: PostgresAddress): boolean {
  return withoutLogin(one) === withoutLogin(other);
}

function withoutLogin({ url }: PostgresAddress): string {
  const [place, query] = url.replace(/^postgres:\/\/([^/?#]*@)?/, '').split('?', 2);
  const parameters = new URLSearchParams(query);
  for (const name of ['user', 'password']) parameters.delete(name);
  parameters.sort();
  return `${place}?${parameters}`;
}

type Refuse = (parameter: string, what: string) => never;

function rejecterFor(setting: string): Refuse {
  return (parameter, what) => {
    const where = parameter === '' ? setting : `${setting}, ${parameter}`;
    throw badSetting(`${where}: ${what}`);
  };
}

const expectedForm =
  'expected postgres://user:password@host:port/database, with special characters of the password ' +
  'percent-encoded';

/** The host of a URL, before its path or in the parameter `host`. */
function readHost(place: string, parameters: URLSearchParams, refuse: Refuse): string {
  const inQuery = parameters.get('host');
  if (place !== '' && inQuery !== null) {
    refuse('host', 'expected without a host before the path, got both');
  }
  const host = place === '' ? (inQuery ?? 'localhost') : decoded(place, refuse);
  return host.includes(',') ? refuse('', `expected one host, got several; ${oneAddress}`) : host;
}

function decoded(place: string, refuse: Refuse): string {
  try {
    return decodeURIComponent(place);
  } catch {
    return refuse('', expectedForm);
  }
}

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
    if (name === 'sslmode' && !sslModes.includes(value)) {
      refuse(name, `expected one of ${sslModes.join(', ')}`);
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
