import type { Command } from 'commander';
import { describe } from '#domain/geocoder/describe-steps.ts';
import {
  addressLength,
  type Explanation,
  explain,
  type GeocodeQuery,
} from '#domain/geocoder/geocode.ts';
import type { GeocodeResult } from '#domain/geocoder/geocode-result.ts';
import type { GeocoderIndex } from '#domain/geocoder/index/build-index.ts';
import { usageError } from '#tools/errors.ts';
import { jsonText, type Line, styled, type Text, table } from '#tools/terminal/print.ts';
import { openSteps } from '#tools/terminal/progress.ts';
import type { Terminal } from '#tools/terminal/terminal.ts';
import { ensureEdition } from '../services/artefacts/build.ts';
import { loadEdition } from '../services/artefacts/edition.ts';
import { withExistingStore } from '../services/databases.ts';
import type { Settings } from '../settings/config.ts';
import { type CommandContext, examples, readEntryLimit } from './command-line.ts';

interface GeocodeOptions {
  readonly explain: boolean;
  readonly json: boolean;
}

interface Hints {
  readonly postalCode?: string;
  readonly city?: string;
  readonly limit: number;
}

/** `ktima geocode` */
export function addCommand(program: Command, { settings, print, terminal }: CommandContext): void {
  program
    .command('geocode <address>')
    .description('find an address and show the confidence of each match')
    .option('--postal-code <code>', 'hint: five digits')
    .option('--city <name>', 'hint: town or municipality')
    .option('--limit <number>', 'maximum number of results', readEntryLimit, 5)
    .option('--explain', 'show the result of each step', false)
    .option('--json', 'as JSON, for a program', false)
    .addHelpText(
      'after',
      examples(
        'ktima geocode "Βασ. Σοφίας 24, Αθήνα"',
        'ktima geocode "Vas. Sofias 24, Athina" --explain',
      ),
    )
    .action((address: string, { explain, json, ...hints }: GeocodeOptions & Hints) =>
      print(geocodeText(settings(), { address, ...hints }, { explain, json }, terminal)),
    );
}

/** Finds an address and prints the matches; with --explain also the result of each step. */
async function geocodeText(
  settings: Settings,
  query: GeocodeQuery,
  options: GeocodeOptions,
  { stderr }: Terminal,
): Promise<Text> {
  checkLength(query.address);
  return withExistingStore(settings, async store => {
    await ensureEdition(store, openSteps(stderr));
    const { addresses: index } = await loadEdition(store);
    return describeResults(index, query, await explain(index, query, store.findHouses), options);
  });
}

/** The same bounds as in the API. */
function checkLength({ length }: string): void {
  const { least, most } = addressLength;
  if (length >= least && length <= most) return;
  throw usageError(`address: expected ${least} to ${most} characters, got ${length}`);
}

function describeResults(
  index: GeocoderIndex,
  query: GeocodeQuery,
  explanation: Explanation,
  options: GeocodeOptions,
): Text {
  const { results } = explanation;
  const steps = describe(index, explanation);
  if (options.json) {
    return jsonText({ query: query.address, results, ...(options.explain && { steps }) });
  }
  const lines: Line[] = options.explain
    ? [...steps.map(({ step, outcome }) => [styled('bold', step.padEnd(10)), ` ${outcome}`]), '']
    : [];
  lines.push(...(results.length > 0 ? resultTable(results) : ['nothing found']));
  for (const { match } of results.slice(0, 1)) {
    lines.push(...match.faults.map(({ field, problem }) => `  ${field}: ${problem}`));
  }
  return lines;
}

function resultTable(results: readonly GeocodeResult[]): Line[] {
  return table(
    ['confidence', 'level', 'address', 'latitude', 'longitude', '± m'],
    results.map(({ match, formatted_address, latitude, longitude }) => [
      match.confidence,
      match.level,
      formatted_address,
      latitude,
      longitude,
      match.accuracy_m,
    ]),
  );
}
