import type { CostRate } from '#domain/property/cost/cost-table.ts';
import { costDataset } from '#importing/datasets/cost-dataset.ts';
import { featureFeed } from '#importing/feature-feed.ts';
import type { CountedReason } from '#importing/report.ts';
import { type ImportRequest, runImport } from '#importing/run-import.ts';
import type { Store } from '#storage/store/store.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const { path, put } = temporaryFolder();
export const folder = path;

export const header = 'postal_prefix,property_type,rate_eur_m2,valid_from,source';
export const goodRow = (prefix: number) => `${prefix},house,1500,2026-01-01,test`;
export const badRow = 'xx,house,1500,2026-01-01,test';

/** Writes a file of these lines and returns its path. */
export const putCsv = (name: string, ...lines: string[]) => put(name, `${lines.join('\n')}\n`);

export const request = { source: 'mine', licence: 'ours', maxRefusedShare: 0.05, dryRun: false };

/** The dataset of costs; no municipality is known. */
export const costs = costDataset(() => undefined);

export async function importCosts(
  store: Store,
  files: string[],
  options: Partial<ImportRequest> = {},
) {
  const feed = featureFeed(costs, files, {}, () => {});
  return runImport(store, 'costs', { ...request, files, ...options }, feed);
}

/** Reasons of a report as `2 reason: example; example`. */
export const linesOf = (counts: readonly CountedReason[]) =>
  counts.map(({ reason, count, examples }) => `${count} ${reason}: ${examples.join('; ')}`);

/** Layer, name and number of rows of each source. */
export async function sourcesOf(store: Store): Promise<string[]> {
  const sources = await store.loadedSources();
  return sources.map(({ layer, source, rows }) => `${layer} ${source} ${rows}`);
}

/** The stored rates that are in force, those loaded last first. */
export async function ratesIn(store: Store): Promise<CostRate[]> {
  const versions = await store.readCosts();
  return versions.flatMap(({ replacedAt, rates }) => (replacedAt === null ? rates : []));
}

/** The postal prefixes of the stored rates. */
export async function prefixesIn(store: Store): Promise<string[]> {
  return (await ratesIn(store)).map(({ postalPrefix }) => postalPrefix);
}
