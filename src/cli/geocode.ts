import { styleText } from 'node:util';
import type { GeocodeResult } from '../geocoder/answer.ts';
import { buildGeocoder } from '../geocoder/build.ts';
import { describe } from '../geocoder/describe.ts';
import { explain, type GeocodeQuery } from '../geocoder/geocode.ts';
import { readGazetteer } from '../import/datasets/gazetteer/gazetteer.ts';
import { dataFolder } from './services.ts';
import { table } from './table.ts';

export interface GeocodeOptions {
  readonly explain: boolean;
  readonly json: boolean;
}

/** Finds an address and shows the results, and on request what each step made of it. */
export async function geocodeText(query: GeocodeQuery, options: GeocodeOptions): Promise<string> {
  const index = buildGeocoder(await readGazetteer(dataFolder));
  const explanation = await explain(index, query);
  const { results } = explanation;
  const steps = describe(index, explanation);
  if (options.json) {
    return JSON.stringify(
      { query: query.address, results, ...(options.explain && { steps }) },
      null,
      2,
    );
  }
  const lines = options.explain
    ? [...steps.map(({ step, outcome }) => `${styleText('bold', step.padEnd(10))} ${outcome}`), '']
    : [];
  lines.push(results.length > 0 ? resultTable(results) : 'nothing found');
  for (const { match } of results.slice(0, 1)) {
    lines.push(...match.faults.map(({ field, problem }) => `  ${field}: ${problem}`));
  }
  return lines.join('\n');
}

function resultTable(results: readonly GeocodeResult[]): string {
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
