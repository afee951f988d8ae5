/**
 * Signed reports: what is signed, and how anybody checks it. Runs in browsers too, so it uses Web
 * Crypto only. The format is a JWS (RFC 7515) with ES256 over canonical JSON (RFC 8785).
 */

/** A public key of the key set, with what readers of old signatures must know. */
export interface ReportKey {
  readonly kid: string;
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
  readonly alg: 'ES256';
  readonly use: 'sig';
  /** From when it signs, ISO 8601 in UTC. */
  readonly created_at: string;
  /** Since when others may have it; absent if that never happened. */
  readonly leaked_at?: string;
}

/** The `typ` of a signature. Access tokens have another one, so none is taken for the other. */
export const reportTyp = 'ktima-report+jws';
export const summaryTyp = 'ktima-summary+jws';

/** What a signature says of itself. */
export interface SignatureHeader {
  readonly alg: 'ES256';
  readonly typ: string;
  readonly kid: string;
  /** When it was signed, in seconds since 1970. */
  readonly iat: number;
  /** For each layer of the data, a short digest that changes with every import. */
  readonly versions: Readonly<Record<string, string>>;
}

/** What a printed report carries in its QR code. */
export interface ReportSummary {
  /** The first characters of the digest of the report, as printed on it. */
  readonly code: string;
  /** The address that was found, as the service writes it. */
  readonly address: string | null;
  /** The address as it was asked for, in one line: words of the requester, which prove nothing. */
  readonly query: string | null;
  readonly kaek: string | null;
  readonly latitude: number;
  readonly longitude: number;
  readonly as_new: number | null;
  readonly as_is: number | null;
  readonly generated_at: string;
}

/** The member `signature` of a report. */
export interface ReportSignature {
  /** A detached JWS: the payload is the rest of the report. */
  readonly jws: string;
  /** A JWS with its payload, a `ReportSummary`. */
  readonly summary: string;
  readonly code: string;
}

/** The outcome of a check. */
export type Verdict =
  | {
      /** `summary only`: no more than the summary is signed, whatever text came with it. */
      readonly state: 'valid' | 'summary only' | 'leaked';
      readonly kid: string;
      readonly signedAt: string;
      readonly versions: Readonly<Record<string, string>>;
      /** Since when others may have the key, if they do. */
      readonly leakedAt?: string;
      readonly summary: ReportSummary;
    }
  /** The printed code without a signature, which proves nothing. */
  | { readonly state: 'only the code' }
  | { readonly state: 'invalid'; readonly reason: InvalidReason };

export type InvalidReason =
  | 'not a report'
  | 'not signed'
  | 'damaged signature'
  | 'unknown key'
  | 'changed'
  | 'summary of another report';

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** RFC 8785: members in the order of their UTF-16 names, numbers and texts as JavaScript writes them. */
export function canonicalJson(value: unknown): string {
  // JSON has no such number, and JSON.stringify would write null: no signature may fit it.
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value as Json);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, held]) => `${JSON.stringify(name)}:${canonicalJson(held)}`).join(',')}}`;
}

/** The curve of ES256, for Web Crypto. */
export const curve = { name: 'ECDSA', namedCurve: 'P-256' };
const algorithm = { name: 'ECDSA', hash: 'SHA-256' };
const utf8 = new TextEncoder();

/** Signs a report; returns its signature. */
export async function signReport(
  report: SummarisedReport,
  key: { readonly kid: string; readonly privateKey: CryptoKey },
  signed: Pick<SignatureHeader, 'iat' | 'versions'>,
): Promise<ReportSignature> {
  const payload = canonicalJson(report);
  const code = codeOf(await digestOf(payload));
  const header = { alg: 'ES256', kid: key.kid, ...signed } as const;
  const [head, , end] = (await sign(payload, { ...header, typ: reportTyp }, key.privateKey)).split(
    '.',
  );
  const summary = canonicalJson(summaryOf(report, code));
  return {
    jws: `${head}..${end}`,
    summary: await sign(summary, { ...header, typ: summaryTyp }, key.privateKey),
    code,
  };
}

/** The code of a report as people copy it. */
const printedCode = /^(?:[\dA-Z]{4}[- ]?){3}[\dA-Z]{4}$/i;

/**
 * Checks the text of a report or of a QR code against a key set. Throws SyntaxError if a report is
 * no JSON.
 */
export async function verifyText(text: string, keys: readonly ReportKey[]): Promise<Verdict> {
  if (printedCode.test(text)) return { state: 'only the code' };
  // A QR code has a link whose end is the summary.
  if (!text.startsWith('{')) return verifySummary(text.replace(/^.*[#=&]/s, ''), keys);
  const report: unknown = JSON.parse(text);
  // Of two members with one name only the last would be checked, and a reader may see the first.
  if (membersIn(text) !== membersOf(report)) return invalid('changed');
  return verifyReport(report, keys);
}

/** A number, from where one begins. */
const number = /[-+.\deE]+/y;

/**
 * How many members the objects of a JSON text have: the colons outside of strings. NaN if a number
 * is not in its canonical form, as 1e999: other programs may read another one.
 */
function membersIn(text: string): number {
  let [count, isInString] = [0, false];
  for (let i = 0; i < text.length; i++) {
    const sign = text[i]!;
    if (isInString && sign === '\\') i++;
    else if (sign === '"') isInString = !isInString;
    else if (sign === ':' && !isInString) count++;
    else if (!isInString && /[-\d]/.test(sign)) {
      number.lastIndex = i;
      const [written] = number.exec(text)!;
      if (JSON.stringify(Number(written)) !== written) return Number.NaN;
      i += written.length - 1;
    }
  }
  return count;
}

/** No report is nested as deep; what is would end in a stack overflow. */
const deepest = 50;

/** How many members a value and all that it holds have; Infinity if it is nested too deep. */
function membersOf(value: unknown, depth = 0): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (depth > deepest) return Infinity;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce(
    (count: number, held) => count + membersOf(held, depth + 1),
    own,
  );
}

/** Checks a signed report against a key set. */
export async function verifyReport(report: unknown, keys: readonly ReportKey[]): Promise<Verdict> {
  if (!isReport(report)) return invalid('not a report');
  const { signature, ...rest } = report;
  if (!isSignature(signature)) return invalid('not signed');
  const payload = canonicalJson(rest);
  const [head, middle, end, ...more] = signature.jws.split('.');
  if (middle !== '' || more.length > 0) return invalid('damaged signature');
  const verdict = await verify(`${head}.${encode(utf8.encode(payload))}.${end}`, reportTyp, keys);
  if ('reason' in verdict) return invalid(verdict.reason);
  const summary = await verify(signature.summary, summaryTyp, keys);
  if ('reason' in summary) return invalid(summary.reason);
  const code = codeOf(await digestOf(payload));
  const facts = summary.payload as ReportSummary;
  // A leaked key could sign another summary for the report of a good one.
  if (facts.code !== code || signature.code !== code || summary.key !== verdict.key) {
    return invalid('summary of another report');
  }
  return outcome('valid', verdict, facts);
}

/** Checks the text of a QR code, or of the member `summary`, against a key set. */
export async function verifySummary(jws: string, keys: readonly ReportKey[]): Promise<Verdict> {
  const verdict = await verify(jws, summaryTyp, keys);
  if ('reason' in verdict) return invalid(verdict.reason);
  return outcome('summary only', verdict, verdict.payload as ReportSummary);
}

interface Verified {
  readonly header: SignatureHeader;
  readonly key: ReportKey;
  readonly payload: unknown;
}

function outcome(
  proved: 'valid' | 'summary only',
  { header, key }: Verified,
  summary: ReportSummary,
): Verdict {
  return {
    state: key.leaked_at === undefined ? proved : 'leaked',
    kid: key.kid,
    signedAt: new Date(header.iat * 1_000).toISOString(),
    versions: header.versions,
    ...(key.leaked_at !== undefined && { leakedAt: key.leaked_at }),
    summary,
  };
}

function invalid(reason: InvalidReason): Verdict {
  return { state: 'invalid', reason };
}

async function sign(payload: string, header: SignatureHeader, key: CryptoKey): Promise<string> {
  const input = `${encode(utf8.encode(JSON.stringify(header)))}.${encode(utf8.encode(payload))}`;
  const bytes = await crypto.subtle.sign(algorithm, key, utf8.encode(input));
  return `${input}.${encode(new Uint8Array(bytes))}`;
}

async function verify(
  jws: string,
  typ: string,
  keys: readonly ReportKey[],
): Promise<Verified | { readonly reason: InvalidReason }> {
  const [head, payload, end, ...more] = jws.trim().split('.');
  const header = parsed(decode(head));
  const signature = decode(end);
  if (!isHeader(header, typ) || !signature || more.length > 0)
    return { reason: 'damaged signature' };
  const key = keys.find(({ kid }) => kid === header.kid);
  if (!key) return { reason: 'unknown key' };
  const { kty, crv, x, y } = key;
  const imported = await crypto.subtle.importKey('jwk', { kty, crv, x, y }, curve, false, [
    'verify',
  ]);
  const input = utf8.encode(`${head}.${payload}`);
  if (!(await crypto.subtle.verify(algorithm, imported, signature, input))) {
    return { reason: 'changed' };
  }
  return { header, key, payload: parsed(decode(payload)) };
}

/** The parts of a report that its summary has. */
export interface SummarisedReport {
  readonly query: { readonly address: string | null };
  readonly location: { readonly formatted_address: string } | null;
  readonly position: { readonly latitude: number; readonly longitude: number };
  readonly parcel: { readonly kaek: string } | null;
  readonly cost: {
    readonly reconstruction_cost: { readonly as_new: number; readonly as_is?: number };
  } | null;
  readonly generated_at: string;
}

function summaryOf(report: SummarisedReport, code: string): ReportSummary {
  const cost = report.cost?.reconstruction_cost;
  return {
    code,
    address: report.location?.formatted_address ?? null,
    query: report.query.address && inOneLine(report.query.address),
    kaek: report.parcel?.kaek ?? null,
    latitude: report.position.latitude,
    longitude: report.position.longitude,
    as_new: cost?.as_new ?? null,
    as_is: cost?.as_is ?? null,
    generated_at: report.generated_at,
  };
}

/** Control characters could begin a new line of a verdict, or turn the direction of its text. */
function inOneLine(text: string): string {
  return text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim();
}

async function digestOf(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', utf8.encode(text)));
}

/** Letters and digits that are not mistaken for each other (Crockford's base 32). */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 16 characters, of 80 bits: enough that nobody finds a second report with the same code by trying. */
function codeOf(digest: Uint8Array): string {
  const code = Array.from({ length: 16 }, (_, i) => {
    const bit = i * 5;
    const pair = (digest[bit >> 3]! << 8) | digest[(bit >> 3) + 1]!;
    return letters[(pair >> (11 - (bit & 7))) & 31];
  });
  return code.join('').replace(/(.{4})(?=.)/g, '$1-');
}

function encode(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function decode(text: string | undefined): Uint8Array<ArrayBuffer> | undefined {
  if (text === undefined || !/^[\w-]+$/.test(text) || text.length % 4 === 1) return undefined;
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, letter => letter.charCodeAt(0));
}

function parsed(bytes: Uint8Array | undefined): unknown {
  try {
    return bytes && JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isReport(value: unknown): value is Record<string, unknown> {
  return isObject(value) && 'generated_at' in value && 'position' in value;
}

function isSignature(value: unknown): value is ReportSignature {
  if (!isObject(value)) return false;
  const { jws, summary, code } = value;
  return [jws, summary, code].every(one => typeof one === 'string');
}

function isHeader(value: unknown, typ: string): value is SignatureHeader {
  if (!isObject(value)) return false;
  const { alg, kid, iat, versions, crit } = value;
  const isOurs = alg === 'ES256' && value.typ === typ && crit === undefined;
  return isOurs && typeof kid === 'string' && Number.isSafeInteger(iat) && isObject(versions);
}
