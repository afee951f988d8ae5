import Type from 'typebox';
import { KtimaError } from '../errors.ts';
import { registerHealth } from '../http/health.ts';
import type { Server } from '../http/server.ts';
import { emptyLayers, layers } from '../store/store.ts';
import type { ApiParts } from './api.ts';

const LayerName = Type.Enum([...layers], { type: 'string' });

const Ready = Type.Object(
  {
    status: Type.Literal('ready'),
    layers: Type.Array(
      Type.Object({
        layer: LayerName,
        source: Type.String(),
        rows: Type.Integer(),
        loaded_at: Type.String(),
        licence: Type.String(),
      }),
      { description: 'What is loaded.' },
    ),
    empty_layers: Type.Array(LayerName, { description: 'Layers that hold nothing.' }),
  },
  { description: 'This instance can serve.' },
);

/** `/healthz` and `/readyz`: ready as soon as any layer holds data, and it says which do not. */
export function registerReadiness(server: Server, { store }: ApiParts): void {
  registerHealth(server, Ready, async () => {
    const sources = await store.loadedSources();
    const empty = emptyLayers(sources);
    if (empty.length === layers.length) {
      throw new KtimaError('UNAVAILABLE', `no data are loaded: ${empty.join(', ')} are empty`, {
        retryAfterSeconds: 30,
      });
    }
    return {
      status: 'ready' as const,
      layers: sources.map(({ layer, source, rows, loadedAt, licence }) => ({
        layer,
        source,
        rows,
        loaded_at: loadedAt,
        licence,
      })),
      empty_layers: empty,
    };
  });
}
