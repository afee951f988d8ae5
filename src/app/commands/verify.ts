import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { publishedKeys } from '#features/signing/report-key-ring.ts';
import {
  type InvalidReason,
  type ReportKey,
  type ReportSummary,
  type Verdict,
  verifyText,
} from '#features/signing/signed-report.ts';
import { type KtimaError, usageError } from '#tools/errors.ts';
import { jsonText, type Text, utcMinute } from '#tools/terminal/print.ts';
import type { Settings } from '../settings/config.ts';
import { type CommandContext, examples } from './command-line.ts';

interface VerifyOptions {
  readonly keys?: string;
  readonly json: boolean;
}

/** `ktima verify` */
export function addCommand(program: Command, { settings, print, fail }: CommandContext): void {
  program
    .command('verify <file>')
    .description(
      'check the signature of a report; the exit code is 0 only if all of the file is signed',
    )
    .option(
      '--keys <file or URL>',
      'the public keys of the service that signed: a file, or …/.well-known/ktima-report-keys.json; ' +
        'by default those of KTIMA_REPORT_KEYS',
    )
    .option('--json', 'as JSON, for a program', false)
    .addHelpText(
      'after',
      `${examples('ktima verify report.json', 'ktima verify qr.txt --keys keys.json')}

The file is a report as the service sent it, or the text of the QR code of a printed report. Of a
QR code the verdict is "summary only": it proves the facts that are shown, and no other text.`,
    )
    .action(async (file: string, options: VerifyOptions) => {
      const text = (await readText(file)).trim();
      if (text === '') {
        throw usageError(`${file}: expected a report, or the text of a QR code; it is empty`);
      }
      const verdict = await check(file, text, await readKeySet(settings, options.keys));
      const isAllSigned =
        verdict.state === 'valid' || (verdict.state === 'summary only' && !/\s/.test(text));
      if (!isAllSigned) fail();
      await print(Promise.resolve(options.json ? jsonText(verdict) : sentences(verdict)));
    });
}

/** A report with all places around it has less than 1 MB. */
const longestFile = 16_000_000;

async function check(path: string, text: string, keys: readonly ReportKey[]): Promise<Verdict> {
  return verifyText(text, keys).catch(error => {
    throw error instanceof SyntaxError ? notJson(path) : error;
  });
}

async function readKeySet(
  settings: () => Settings,
  given: string | undefined,
): Promise<readonly ReportKey[]> {
  if (given === undefined) return publishedKeys(settings().reportKeys);
  const text = /^https?:\/\//.test(given) ? await fetchText(given) : await readText(given);
  const { keys } = parsed(given, text) as { keys?: unknown };
  if (Array.isArray(keys)) return keys as ReportKey[];
  throw usageError(`${given}: expected a key set, {"keys": […]}`);
}

async function fetchText(url: string): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(30_000) }).catch(cause => {
    throw usageError(`${url}: it cannot be reached`, { cause });
  });
  if (!response.ok) throw usageError(`${url}: the answer was ${response.status}`);
  return response.text();
}

async function readText(path: string): Promise<string> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw usageError(`${path}: it cannot be read (${error.code})`);
  });
  if (bytes.length > longestFile) throw usageError(`${path}: too large for a report`);
  return bytes.toString();
}

function parsed(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notJson(name);
  }
}

function notJson(name: string): KtimaError {
  return usageError(`${name}: expected JSON`);
}

const reasons: Readonly<Record<InvalidReason, string>> = {
  'not a report': 'this is no property report',
  'not signed': 'the report has no signature; ask for it with signature=true',
  'damaged signature': 'the signature is cut or damaged, or it is of another kind',
  'unknown key': 'the key that signed is not in the key set; is it of the same service?',
  changed: 'the content was changed after it was signed, or the signature is forged',
  'summary of another report': 'the summary belongs to another report',
};

function sentences(verdict: Verdict): Text {
  if (verdict.state === 'invalid') return `not valid: ${reasons[verdict.reason]}`;
  if (verdict.state === 'only the code') {
    return 'only the code: it proves nothing alone. Check the file of the report, or the text of its QR code';
  }
  const { summary, kid, versions } = verdict;
  const data = Object.entries(versions).map(([layer, version]) => `${layer} ${version}`);
  return [
    headline(verdict),
    ...factsOf(summary).map(([name, value]) => `  ${name.padEnd(9)} ${value}`),
    `  key       ${kid}`,
    `  data      ${data.join(', ')}`,
  ];
}

function headline({
  state,
  signedAt,
  leakedAt,
}: Exclude<Verdict, { state: 'invalid' | 'only the code' }>): string {
  const time = `${utcMinute(signedAt)} UTC`;
  if (state === 'valid') return `valid: signed ${time}`;
  if (state === 'summary only') {
    return `summary only: signed ${time}. It proves what follows, and no other text of the file or page`;
  }
  return `not proved: the key leaked (since ${utcMinute(leakedAt!)} UTC). The signature says ${time}, but a holder of the key can write any time`;
}

function factsOf({ code, address, query, kaek, ...summary }: ReportSummary): [string, string][] {
  const amounts = [
    summary.as_new !== null && `as new ${summary.as_new.toFixed(2)} €`,
    summary.as_is !== null && `as it stands ${summary.as_is.toFixed(2)} €`,
  ].filter(Boolean);
  const place = [address, kaek, `${summary.latitude}, ${summary.longitude}`];
  const facts: [string, string | null][] = [
    ['code', code],
    ['property', place.filter(Boolean).join(' · ')],
    ['asked for', query],
    ['cost', amounts.join(', ')],
  ];
  return facts.filter((fact): fact is [string, string] => Boolean(fact[1]));
}
