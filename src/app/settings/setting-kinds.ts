import { isIP } from 'node:net';
import { type Scope, scopes } from '#http/scopes.ts';

/** What a setting can be: how it is read, and what it is without a value. */
interface Kind<T> {
  readonly fallback: string;
  /** What every setting of the kind adds to its meaning. */
  readonly note?: (env: string) => string;
  /** Returns the value, or throws a string with what was expected. */
  readonly read: (text: string) => T;
  /** The value may contain a secret: no message repeats it, and it may come from a file. */
  readonly isSecret?: true;
}

/** The definition of a setting: its environment variable, its kind and its meaning. */
export interface Setting<T> extends Kind<T> {
  readonly env: string;
  readonly meaning: string;
}

export function setting<T>(env: string, kind: Kind<T>, meaning: string): Setting<T> {
  const note = kind.note?.(env);
  return { ...kind, env, meaning: note === undefined ? meaning : `${meaning} ${note}` };
}

/** Any text. */
export const text = (fallback = ''): Kind<string> => ({ fallback, read: value => value });

/** A whole number in a range. */
export function whole(fallback: number, least: number, most: number): Kind<number> {
  const read = (value: string) => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < least || number > most) {
      throw `a whole number from ${least} to ${most}`;
    }
    return number;
  };
  return { fallback: String(fallback), read };
}

/** The same, or none. */
export function wholeIfSet(least: number, most: number): Kind<number | undefined> {
  const { read } = whole(least, least, most);
  return { fallback: '', read: value => (value === '' ? undefined : read(value)) };
}

/** One of several words. */
export function choice<const Word extends string>(
  fallback: NoInfer<Word>,
  allowed: readonly Word[],
): Kind<Word> {
  const read = (value: string) => {
    const word = allowed.find(known => known === value);
    if (word === undefined) throw `one of ${allowed.join(', ')}`;
    return word;
  };
  return { fallback, note: () => `One of ${allowed.join(', ')}.`, read };
}

/** A list of allowed words. */
export function list(fallback: string, allowed: readonly string[]): Kind<readonly string[]> {
  const read = (value: string) => {
    const items = value.split(',').map(item => item.trim());
    if (!items.every(item => allowed.includes(item))) throw `some of ${allowed.join(', ')}`;
    return items;
  };
  return { fallback, note: () => `Any of ${allowed.join(', ')}.`, read };
}

/** Scopes, or none. */
export const scopeList: Kind<readonly Scope[]> = {
  ...list('', scopes),
  read: value => (value === '' ? [] : (list('', scopes).read(value) as readonly Scope[])),
};

/** The signature algorithms and header types of tokens that can be accepted. */
export const tokenAlgorithms = [
  ...['ES256', 'ES384', 'ES512', 'RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'EdDSA'],
];
export const tokenTypes = ['at+jwt', 'JWT'];

/** An issuer of tokens beside the first one; undefined for the default (see `TrustedIssuer`). */
export interface OtherIssuer {
  readonly issuer: string;
  readonly audience: string;
  readonly jwksUrl: URL | undefined;
  readonly discoveryUrl: URL | undefined;
  readonly algorithms: readonly string[] | undefined;
  readonly types: readonly string[] | undefined;
  readonly scopeClaim: string | undefined;
  readonly scopes: readonly Scope[] | undefined;
}

/** A list of issuers as JSON. */
export const issuers: Kind<readonly OtherIssuer[]> = {
  fallback: '',
  read(value) {
    if (value === '') return [];
    const list = parsedJson(value);
    if (!Array.isArray(list)) throw 'a JSON list of issuers';
    const found = list.map(readIssuer);
    const names = found.map(({ issuer }) => issuer);
    if (new Set(names).size < names.length) throw 'each issuer once';
    return found;
  },
};

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const issuerFields = [
  ...['issuer', 'audience', 'jwks_url', 'discovery_url'],
  ...['algorithms', 'types', 'scope_claim', 'scopes'],
];

function readIssuer(entry: unknown): OtherIssuer {
  const fields = new Map(Object.entries(entry ?? {}));
  const stray = fields.keys().find(name => !issuerFields.includes(name));
  if (stray !== undefined) throw `issuers with ${issuerFields.join(', ')}, not ${stray}`;
  const words = (name: string) => {
    const value: unknown = fields.get(name);
    if (value === undefined || (typeof value === 'string' && value !== '')) return value;
    throw `a text as ${name} of an issuer`;
  };
  const some = <Word extends string>(name: string, allowed: readonly Word[]) => {
    const value: unknown = fields.get(name);
    const isSome = Array.isArray(value) && value.every(one => allowed.includes(one));
    if (value !== undefined && !isSome)
      throw `${name} of an issuer as a list of ${allowed.join(', ')}`;
    return value as readonly Word[] | undefined;
  };
  const [issuer, audience] = [words('issuer'), words('audience')];
  const [jwksUrl, discoveryUrl] = ['jwks_url', 'discovery_url'].map(name =>
    url.read(words(name) ?? ''),
  );
  if (!issuer || !audience || !jwksUrl === !discoveryUrl) {
    throw 'issuers with issuer, audience, and jwks_url or discovery_url';
  }
  return {
    issuer,
    audience,
    jwksUrl,
    discoveryUrl,
    algorithms: some('algorithms', tokenAlgorithms),
    types: some('types', tokenTypes),
    scopeClaim: words('scope_claim'),
    scopes: some('scopes', scopes),
  };
}

/** The URL of a database. */
export function databaseUrl(fallback: string): Kind<string> {
  const read = (value: string) => {
    if (!/^(sqlite:|postgres(ql)?:\/\/)./.test(value)) {
      throw 'sqlite: and the path of a file, or postgres://user:password@host:port/database';
    }
    return value;
  };
  const note = (env: string) =>
    '`sqlite:` and the path of a file, relative to the working directory, or ' +
    '`postgres://user:password@host:port/database`, the address of the primary. ' +
    `May also be in the file named by ${env}_FILE; a new password there needs no restart.`;
  return { fallback, note, read, isSecret: true };
}

/** IP addresses and networks. */
export const networks: Kind<readonly string[]> = {
  fallback: '',
  read(value) {
    const list = value.split(',').map(part => part.trim());
    if (value === '') return [];
    if (!list.every(isNetwork))
      throw 'IP addresses or networks like 10.0.0.0/8, separated by commas';
    return list;
  },
};

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const most = isIP(address) === 6 ? 128 : 32;
  const fits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
  return isIP(address) !== 0 && fits && rest.length === 0;
}

/** Origins of web pages. */
export const origins: Kind<readonly string[]> = {
  fallback: '',
  read(value) {
    const list = value === '' ? [] : value.split(',').map(part => part.trim());
    const isOrigin = (origin: string) =>
      /^https?:/.test(origin) && URL.parse(origin)?.origin === origin;
    if (!list.every(isOrigin)) throw 'origins like https://ktima.example, separated by commas';
    return list;
  },
};

/** The URL template of raster tiles. */
export const tiles: Kind<string | undefined> = {
  fallback: '',
  read(value) {
    if (value === '') return undefined;
    const isAddress = /^https?:/.test(value) && URL.canParse(value);
    if (!isAddress || !['{z}', '{x}', '{y}'].every(part => value.includes(part))) {
      throw 'an http or https URL with {z}, {x} and {y}';
    }
    return value;
  },
};

/** The parts of a tile's address in WMTS, as in the `ResourceURL` of its capabilities. */
const wmtsParts = { tilematrix: '{z}', tilerow: '{y}', tilecol: '{x}' } as const;

/** What a request of a tile has by default, by the parameter that names what is drawn. */
const tileRequests = {
  layers: {
    ...{ service: 'WMS', request: 'GetMap', version: '1.1.1', srs: 'EPSG:3857', styles: '' },
    ...{ format: 'image/jpeg', width: '256', height: '256', bbox: '{bbox-epsg-3857}' },
  },
  tilematrixset: {
    ...{ service: 'WMTS', request: 'GetTile', version: '1.0.0', style: 'default' },
    ...{ format: 'image/jpeg', tilematrix: '{z}', tilerow: '{y}', tilecol: '{x}' },
  },
} as const;

/** The address of a WMS with `LAYERS`, or of a WMTS with `TILEMATRIXSET`, with all parameters. */
function withTileParameters(value: string): string {
  const sent = [...(URL.parse(value)?.searchParams ?? [])].map(([name, text]) => {
    return [name.toLowerCase(), text] as const;
  });
  const named = sent.find(([name]) => name in tileRequests)?.[0];
  if (named === undefined || value.includes('{')) return value;
  const defaults = tileRequests[named as keyof typeof tileRequests];
  const all = new Map<string, string>([...Object.entries(defaults), ...sent]);
  // An address is often copied with the request for the description of its service.
  all.set('request', defaults.request);
  if (all.get('version') === '1.3.0') all.set('crs', all.get('crs') ?? all.get('srs')!);
  const query = [...all].map(([name, text]) => {
    return `${name}=${text.includes('{') ? text : encodeURIComponent(text)}`;
  });
  return `${value.split('?')[0]}?${query.join('&')}`;
}

/** The URL template of aerial images: XYZ, WMTS in web mercator, or WMS by box. */
export const imagery: Kind<string | undefined> = {
  fallback: '',
  read(value) {
    if (value === '') return undefined;
    const template = withTileParameters(value).replaceAll(
      /\{(tilematrix|tilerow|tilecol)\}/gi,
      (_, part: string) => wmtsParts[part.toLowerCase() as keyof typeof wmtsParts],
    );
    const braces = template.match(/\{[^}]*\}?/g)?.filter(part => part.endsWith('}'));
    const parts = [...new Set(braces)].sort().join('');
    const isAddress = /^https?:/.test(value) && URL.canParse(value);
    if (!isAddress || !['{x}{y}{z}', '{bbox-epsg-3857}'].includes(parts)) {
      throw (
        'the address of a WMS with LAYERS, of a WMTS with LAYER and TILEMATRIXSET, or an http or ' +
        'https URL with {z}, {x} and {y}, or {TileMatrix}, {TileRow} and {TileCol}, or ' +
        '{bbox-epsg-3857}, and no other part in braces'
      );
    }
    return template;
  },
};

/** A secret that someone else has chosen, or none. */
export const givenSecret: Kind<string | undefined> = {
  fallback: '',
  read: value => value || undefined,
  isSecret: true,
};

/** A long secret, or none. */
export const secret: Kind<string | undefined> = {
  fallback: '',
  isSecret: true,
  read(value) {
    if (value !== '' && value.length < 32) throw 'at least 32 characters';
    return value === '' ? undefined : value;
  },
};

/** An HTTP URL, or none. */
export const url: Kind<URL | undefined> = {
  fallback: '',
  read(value) {
    if (value === '') return undefined;
    const parsed = URL.parse(value);
    if (!parsed || !/^https?:$/.test(parsed.protocol)) throw 'an http or https URL';
    return parsed;
  },
};
