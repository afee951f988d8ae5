import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { parcelFields, parcelLayer } from '#domain/map/draw-tile.ts';
import { centreOf, type Tileset } from '#domain/map/tileset.ts';
import type { ZoneTiles } from '#domain/map/zone-tiles.ts';
import { kindName } from '#domain/zones/kind.ts';
import { text, textOrNull, whole } from '#http/openapi/wire-types.ts';
import { responses, unavailable } from '#http/server/error-answers.ts';
import { ownUrl } from '#http/server/request-head.ts';
import type { Server } from '#http/server/typed-server.ts';

const bound = (which: string) =>
  Type.Union([Type.Number(), Type.String()], {
    description:
      `Of a kind ordered by a number or a date: the ${which} value; open if it is missing. A value ` +
      'between two colours has the severer one.',
  });

const TileJson = Type.Object(
  {
    tilejson: Type.Literal('3.0.0'),
    name: text('What the tiles show.'),
    version: text('A semantic version; its second number changes with the data.'),
    tiles: Type.Array(Type.String(), { description: 'URL of a tile, with {z}, {x} and {y}.' }),
    minzoom: whole('Lowest zoom with tiles.'),
    maxzoom: whole('Highest zoom; clients enlarge its tiles beyond.'),
    bounds: Type.Array(Type.Number(), {
      minItems: 4,
      maxItems: 4,
      description: 'West, south, east and north of the tiles, in degrees.',
    }),
    center: Type.Array(Type.Number(), {
      minItems: 3,
      maxItems: 3,
      description: 'Longitude, latitude and zoom to start with.',
    }),
    attribution: text(
      'Licences of the loaded sources, as HTML; to be shown on the map. Empty if none is stated.',
    ),
    vector_layers: Type.Array(
      Type.Object(
        {
          id: text('Name of the layer.'),
          fields: Type.Record(Type.String(), Type.String(), {
            description: 'The properties of its features, with their types.',
          }),
        },
        { title: 'VectorLayer' },
      ),
      { description: 'The layers of the tiles.' },
    ),
    ktima_legend: Type.Optional(
      Type.Array(
        Type.Object(
          {
            colour: text('Such as #08519c.'),
            values: Type.Array(Type.String(), {
              description: 'The values that it stands for; without bounds too: all other zones.',
            }),
            from: Type.Optional(bound('smallest')),
            to: Type.Optional(bound('largest')),
          },
          { title: 'ZoneColour' },
        ),
        { description: 'Zones only: the colours of the kind; `class` of a zone is a place in it.' },
      ),
    ),
    ktima_legend_field: Type.Optional(
      textOrNull('Zones only: the field that decides on the colour; null if all have one.'),
    ),
  },
  {
    title: 'TileJson',
    description: 'The description of the tiles, in the format TileJSON 3.0.0.',
  },
);

/** The descriptions of the sample's tiles; of the layers of the base map only the first. */
const examples = {
  base: {
    name: 'Ktima base map',
    minzoom: 0,
    bounds: [10, 30, 40, 47],
    center: [23.4362889, 37.983989, 5],
    attribution:
      '© OpenStreetMap contributors, ODbL 1.0 · © GeoNames, CC BY 4.0 · ' +
      'invented: no real street or building',
    vector_layers: [
      {
        id: 'sea',
        fields: {
          kind: 'String',
          name: 'String',
          name_en: 'String',
          ref: 'String',
          rank: 'Number',
        },
      },
    ],
  },
  parcels: {
    name: 'Ktima parcels',
    minzoom: 14,
    bounds: [21.7377281, 35.3372, 25.1349797, 40.6306232],
    center: [23.4363539, 37.9839116, 14],
    attribution: 'invented: no real parcel',
    vector_layers: [{ id: parcelLayer, fields: parcelFields }],
  },
  'zones/wildfire': {
    name: 'Wildfire risk',
    minzoom: 4,
    bounds: [23.73, 37.98, 23.74, 37.99],
    center: [23.735, 37.985, 14],
    attribution: '',
    vector_layers: [
      {
        id: 'zones',
        fields: {
          risk: 'String',
          label: 'String',
          source: 'String',
          class: 'Number',
        },
      },
      { id: 'too_many', fields: {} },
    ],
    ktima_legend: [
      { colour: '#7f2704', values: ['very high'] },
      { colour: '#d94801', values: ['high'] },
      { colour: '#fd8d3c', values: ['medium'] },
      { colour: '#fdd0a2', values: ['low'] },
      { colour: '#737373', values: [] },
    ],
    ktima_legend_field: 'risk',
  },
};

function exampleOf(name: keyof typeof examples) {
  const tiles = [`https://ktima.example/tiles/${name}/{z}/{x}/{y}.mvt`];
  const common = { tilejson: '3.0.0', version: '1.187463920175.0', maxzoom: 16 };
  return { ...common, ...examples[name], tiles };
}

/** `GET /tiles/{name}.json` */
export function registerTileJson(server: Server, name: 'base' | 'parcels', tileset: Tileset): void {
  server.get(
    `/tiles/${name}.json`,
    {
      config: { version: tileset.version },
      schema: {
        operationId: `${name}TileJson`,
        summary: `TileJSON of the ${name} tiles`,
        description: 'What map programs read to use the tiles: URL, zooms, layers, attribution.',
        tags: ['Map'],
        security: [],
        response: { 200: { ...TileJson, examples: [exampleOf(name)] } },
      },
    },
    request => toTileJson(request, name, tileset),
  );
}

/** `GET /tiles/zones/{kind}.json` */
export function registerZoneTileJson(server: Server, zones: ZoneTiles): void {
  server.get(
    '/tiles/zones/:kind.json',
    {
      config: { version: zones.version },
      schema: {
        operationId: 'zonesTileJson',
        summary: 'TileJSON of the tiles of a kind of zones',
        description:
          'What map programs read to use the tiles: URL, zooms, layers, attribution, and the colours ' +
          'of the kind. The tiles themselves need a token.',
        tags: ['Map'],
        security: [],
        params: Type.Object({ kind: ZoneKindName }),
        response: responses(
          { ...TileJson, examples: [exampleOf('zones/wildfire')] },
          {
            400: 'The kind is not a name as described.',
            404: 'No zones of this kind are loaded.',
            503: unavailable('The database'),
          },
        ),
      },
    },
    async request => {
      const { kind } = request.params;
      const tileset = await zones.ofKind(kind);
      const body = await toTileJson(request, `zones/${kind}`, tileset);
      return { ...body, ktima_legend: tileset.legend, ktima_legend_field: tileset.legendField };
    },
  );
}

/** The name of a kind in a path. */
export const ZoneKindName = text('The kind of zones.', {
  pattern: kindName.source,
  'x-expected': '1 to 40 of a-z, 0-9 and -',
  examples: ['wildfire'],
});

async function toTileJson(request: FastifyRequest, name: string, tileset: Tileset) {
  const described = await tileset.describe();
  return {
    tilejson: '3.0.0' as const,
    name: described.name,
    version: versionNumber(await tileset.version()),
    tiles: [`${ownUrl(request)}/tiles/${name}/{z}/{x}/{y}.mvt`],
    minzoom: tileset.zooms.lowest,
    maxzoom: tileset.zooms.highest,
    bounds: described.bounds,
    center: centreOf(described.focus ?? described.bounds, tileset.zooms),
    attribution: escapeHtml(described.attribution),
    vector_layers: described.vectorLayers,
  };
}

/** TileJSON 3.0.0: a semantic version whose minor number changes whenever a tile does. */
function versionNumber(version: string): string {
  return `1.${Number.parseInt(hash('sha256', version).slice(0, 12), 16)}.0`;
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Map programs insert an attribution as HTML. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, character => escapes[character]!);
}
