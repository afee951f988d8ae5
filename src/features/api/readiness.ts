import Type from 'typebox';
import { hasRates, noRates } from '#domain/property/cost/cost-table.ts';
import { text, time, whole, yesNo } from '#http/openapi/wire-types.ts';
import { DiskFull, isDiskFull, registerHealth } from '#http/server/health.ts';
import type { Server } from '#http/server/typed-server.ts';
import { emptyLayers, type Layer, nothingImported, sampleLayers } from '#storage/store/store.ts';
import { KtimaError } from '#tools/errors.ts';
import type { ApiParts } from './api-parts.ts';
import { LayerName } from './shared-schemas.ts';

const Ready = Type.Object(
  {
    status: Type.Literal('ready'),
    layers: Type.Array(
      Type.Object(
        {
          layer: LayerName,
          source: text('Name of the source within its layer.'),
          origin: text('The file or files it was read from.'),
          checksum: text('SHA-256 of those files.'),
          rows: whole('The number of rows.'),
          loaded_at: time('date-time', 'When it was loaded, in UTC.'),
          licence: text('Licence and attribution.'),
        },
        { title: 'LoadedSource' },
      ),
      { description: 'The loaded sources.' },
    ),
    empty_layers: Type.Array(LayerName, { description: 'Layers without data to serve.' }),
    notes: Type.Array(Type.String(), {
      description: 'What does not work, and what to do: no rates are loaded.',
    }),
    hidden_sample_layers: Type.Array(LayerName, {
      description:
        'Layers with sample data, which this instance ignores because it was started without ' +
        '`--demo` and without `KTIMA_SAMPLE_DATA=on`.',
    }),
    edition: text(
      'What is in memory: costs, places, addresses and the ways on foot, all of the same rows. Instances ' +
        'with the same edition give the same answers.',
    ),
    edition_behind: yesNo(
      'Whether the rows have changed since: what is in memory is of before until its indexes are built.',
    ),
    disk_full: DiskFull,
    usage_written: yesNo(
      'Whether usage and look-ups are written. False: the database of the usage cannot be used; ' +
        'requests are answered, and counted in memory as far as it suffices.',
    ),
  },
  {
    title: 'Readiness',
    description: 'This instance can serve.',
    examples: [
      {
        status: 'ready',
        layers: [
          {
            layer: 'costs',
            source: 'sample',
            origin: 'costs.csv, depreciation.csv',
            checksum: 'eedbe2515796f0c252183a5b05aa723c6ce6b09f95e31d754af5a1a8e53508e5',
            rows: 213,
            loaded_at: '2026-11-15T09:00:00.000Z',
            licence: 'illustrative figures of our own',
          },
        ],
        empty_layers: ['settlements', 'boundaries'],
        notes: [],
        hidden_sample_layers: [],
        edition: '7-Q5nBq0YIvc3K',
        edition_behind: false,
        disk_full: false,
        usage_written: true,
      },
    ],
  },
);

/** `/healthz` and `/readyz`. Ready when each layer with data can be answered, and one has data. */
export function registerReadiness(server: Server, parts: ApiParts): void {
  const { store, usage } = parts;
  registerHealth(server, Ready, async () => {
    await store.check();
    const sources = await store.loadedSources();
    const hidden = sampleLayers(await store.hiddenSources());
    const nothing = nothingImported(sources);
    if (nothing) throw notLoaded(nothing, hidden);
    await parts.checkFiles();
    const { name, costs } = parts.edition();
    return {
      status: 'ready' as const,
      layers: sources.map(({ layer, source, origin, checksum, rows, loadedAt, licence }) => ({
        layer,
        source,
        origin,
        checksum,
        rows,
        loaded_at: loadedAt,
        licence,
      })),
      empty_layers: emptyLayers(sources),
      notes: hasRates(costs.versions) ? [] : [`${noRates.message}; ${noRates.mending}`],
      hidden_sample_layers: hidden,
      edition: name,
      edition_behind: parts.isBehind(),
      disk_full: isDiskFull(await store.freeBytes()),
      usage_written: usage.isWritten(),
    };
  });
}

function notLoaded(nothing: string, hidden: readonly Layer[]): KtimaError {
  const sample =
    hidden.length > 0
      ? `; the sample data of ${hidden.join(', ')} are served only with --demo or KTIMA_SAMPLE_DATA=on`
      : '';
  return new KtimaError('UNAVAILABLE', nothing + sample, { retryAfterSeconds: 30 });
}
