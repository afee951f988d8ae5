import { readFileSync } from 'node:fs';
import { badSetting } from '#tools/errors.ts';
import { nearestWord } from '#tools/nearest-word.ts';
import { type Settings, settingList } from './config.ts';
import { removedSettings } from './removed-settings.ts';
import type { Setting } from './setting-kinds.ts';

/** Settings of which only one may be set. */
const alternatives = [
  ['oidcDiscoveryUrl', 'jwksUrl'],
  ['mapTilesUrl', 'mapStyleUrl'],
] as const;

/** Reads all settings. Throws a one-sentence error for a wrong value or an unknown name. */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  refuseUnknownNames(environment);
  const values = Object.entries(settingList).map(([name, setting]) => [
    name,
    readSetting(setting, given(setting, environment)),
  ]);
  const own = Object.fromEntries(values) as Settings;
  const settings = Object.freeze({
    ...own,
    issuer: own.issuer || addressOf(own),
    accountIssuer: own.issuer || 'urn:ktima:auth',
    databaseUrlFile: environment[fileNameOf(settingList.databaseUrl)] || undefined,
    authDatabaseUrlFile: environment[fileNameOf(settingList.authDatabaseUrl)] || undefined,
  });
  if (settings.trustedIssuers.some(({ issuer }) => issuer === settings.issuer)) {
    const expected = `${settingList.trustedIssuers.env}: expected other issuers than that of`;
    throw badSetting(`${expected} ${settingList.issuer.env}`);
  }
  if (settings.oidcClientId && !settings.oidcDiscoveryUrl) {
    const expected = `${settingList.oidcClientId.env}: expected with`;
    throw badSetting(`${expected} ${settingList.oidcDiscoveryUrl.env}`);
  }
  const both = alternatives
    // With a client id, people sign in at the provider, and the keys are those of Ktima.
    .filter(([name]) => name !== 'oidcDiscoveryUrl' || !settings.oidcClientId)
    .find(pair => pair.every(name => settings[name]));
  if (both) {
    const [one, other] = both.map(name => settingList[name].env);
    throw badSetting(`${one}: expected without ${other}, got both`);
  }
  return settings;
}

/** Names all of them at once: after an upgrade several settings may be gone. */
function refuseUnknownNames(environment: Readonly<Record<string, string | undefined>>): void {
  const known = Object.values<Setting<unknown>>(settingList).flatMap(namesOf);
  const unknown = Object.entries(environment)
    .filter(([name, value]) => name.startsWith('KTIMA_') && value !== '' && !known.includes(name))
    .map(([name]) => name)
    .filter(name => !name.startsWith('KTIMA_TEST_'));
  if (unknown.length > 0) throw badSetting(unknown.map(name => problemOf(name, known)).join('; '));
}

function problemOf(name: string, known: readonly string[]): string {
  const instead = removedSettings.get(name);
  if (instead !== undefined) return `${name} was removed: take it out; ${instead}`;
  const nearest = nearestWord(name, known);
  return `${name}: there is no such setting${nearest ? `; did you mean ${nearest}?` : ''}`;
}

/** Where the authentication service is found. */
function addressOf({ publicAuthUrl, host, authPort }: Settings): string {
  if (publicAuthUrl) return publicAuthUrl.href.replace(/\/$/, '');
  return `http://${host.includes(':') ? `[${host}]` : host}:${authPort}`;
}

/** The name of the setting with the path of the file of a secret. */
function fileNameOf({ env }: Setting<unknown>): string {
  return `${env}_FILE`;
}

function namesOf(setting: Setting<unknown>): string[] {
  return setting.isSecret ? [setting.env, fileNameOf(setting)] : [setting.env];
}

function given(
  setting: Setting<unknown>,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const [env, fileEnv = ''] = namesOf(setting);
  const file = environment[fileEnv];
  if (!file) return environment[env!];
  if (environment[env!]) {
    throw badSetting(`${fileEnv}: expected without ${env}, got both`);
  }
  const value = readSecretFile(fileEnv, file);
  if (value !== '') return value;
  // An empty value would mean the default: another database, or secrets that are not encrypted.
  throw badSetting(`${fileEnv}: expected a value in ${file}, it is empty`);
}

const fileProblems: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'this user may not read it',
};

function readSecretFile(fileEnv: string, file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException;
    throw badSetting(`${fileEnv}: cannot read ${file}: ${fileProblems[code] ?? code}`, { cause });
  }
}

function readSetting(setting: Setting<unknown>, given: string | undefined): unknown {
  // Empty means unset: shells and compose files often set a variable to the empty string.
  const value = given === undefined || given === '' ? setting.fallback : given;
  try {
    return setting.read(value);
  } catch (expected) {
    const got = setting.isSecret ? '' : `, got ${JSON.stringify(value)}`;
    throw badSetting(`${setting.env}: expected ${expected}${got}`);
  }
}
