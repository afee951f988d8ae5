import type { Command } from 'commander';
import { buildCostTable, hasRates, noRates } from '#domain/property/cost/cost-table.ts';
import { withGazetteer } from '#importing/shipped/gazetteer/source.ts';
import { emptyLayers, sampleLayers } from '#storage/store/store.ts';
import { jsonText, type Text, table, utcMinute } from '#tools/terminal/print.ts';
import { inspectEdition } from '../services/artefacts/edition.ts';
import { withExistingStore, withServedStore } from '../services/databases.ts';
import type { Settings } from '../settings/config.ts';
import { type CommandContext, examples } from './command-line.ts';
import { houseNumbers } from './house-numbers.ts';

/** `ktima status` */
export function addCommand(program: Command, { settings, print, terminal }: CommandContext): void {
  program
    .command('status')
    .description(
      'show the loaded data: layer, source, rows, date, licence; and the indexes built from them',
    )
    .option('--json', 'as JSON, for a program', false)
    .option('--houses', 'how many buildings of each municipality have a known number', false)
    .addHelpText('after', examples('ktima status', 'ktima status --json', 'ktima status --houses'))
    .action((options: { json: boolean; houses: boolean }) =>
      print(
        options.houses
          ? withServedStore(settings(), store => houseNumbers(store, terminal.stderr))
          : status(settings(), options),
      ),
    );
}

/** Lists the loaded sources, the empty layers, and the layers with sample data. */
async function status(settings: Settings, { json }: { json: boolean }): Promise<Text> {
  const { sources, costs } = await withExistingStore(settings, async store => ({
    sources: await withGazetteer(store).loadedSources(),
    costs: await store.readCosts(),
  }));
  const { edition, isPriced } = await withServedStore(settings, async store => ({
    edition: await inspectEdition(store),
    isPriced: hasRates(await store.readCosts()),
  }));
  const dataset = costs.length > 0 ? buildCostTable(costs).now.dataset : null;
  const replaced = costs.filter(({ replacedAt }) => replacedAt !== null);
  const empty = emptyLayers(sources);
  const sample = sampleLayers(sources);
  const isServed = settings.sampleData === 'on';
  if (json) {
    return jsonText({
      sources,
      empty_layers: empty,
      sample_layers: sample,
      sample_served: isServed,
      edition: {
        name: edition.name,
        built_at: edition.builtAt,
        problem: edition.problem ?? null,
      },
      cost_dataset: dataset,
      replaced_costs: replaced.map(({ source, checksum, loadedAt, replacedAt }) => ({
        source,
        checksum,
        loadedAt,
        replacedAt,
      })),
    });
  }

  const rows = sources
    .filter(s => s.rows > 0)
    .map(s => [
      s.layer,
      s.source,
      s.rows,
      utcMinute(s.loadedAt),
      s.checksum.slice(0, 12),
      s.licence,
    ]);
  const lines =
    rows.length > 0
      ? table(['layer', 'source', 'rows', 'loaded (UTC)', 'SHA-256', 'licence'], rows)
      : [];
  const { name, builtAt, problem } = edition;
  if (builtAt !== null) lines.push(`edition: ${name}, built ${utcMinute(builtAt)}`);
  if (problem !== undefined) lines.push(`indexes: ${problem}; ktima migrate builds them`);
  if (dataset !== null) lines.push(`costs: dataset ${dataset}`);
  for (const { source, checksum, loadedAt, replacedAt } of replaced) {
    lines.push(
      `costs: kept ${source} ${checksum.slice(0, 12)}, loaded ${utcMinute(loadedAt)}, replaced ${utcMinute(replacedAt!)}`,
    );
  }
  if (empty.length > 0) lines.push(`empty: ${empty.join(', ')}`);
  if (!isPriced) lines.push(`${noRates.message}; ${noRates.mending}`);
  if (sample.length > 0) {
    const how = isServed
      ? 'served, because KTIMA_SAMPLE_DATA=on'
      : 'not served, except by serve --demo or with KTIMA_SAMPLE_DATA=on';
    lines.push(`sample: ${sample.join(', ')}; ${how}`);
  }
  return lines;
}
