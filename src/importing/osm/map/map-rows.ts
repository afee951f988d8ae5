import { detailAt, finestDetail } from '#domain/map/detail.ts';
import type { MapFeature, MapGeometry, MapLayer, MapRow } from '#domain/map/map-feature.ts';
import { pointInside } from '#tools/geo/inside.ts';
import type { Position } from '#tools/geo/polygon.ts';
import { isArea } from '../assembly/assemble-areas.ts';
import type { OsmObject } from '../assembly/osm-object.ts';
import type { OsmTags } from '../readers/elements.ts';
import { joinLines } from '../rows/join-lines.ts';
import { namesOf, tidy } from '../rows/osm-names.ts';
import { type MapClass, mapClassOf } from './classify.ts';
import { asLine, generalise, squareMetres, zoomOfArea, zoomOfName } from './generalise.ts';

type Shape = Pick<OsmObject, 'kind' | 'id' | 'tags' | 'line' | 'outline'>;
type Line = readonly Position[];

/** At these levels of detail, the pieces of a road are joined: a country has many, all short. */
const joinedDetails = [0, 1];

/** Longer names are sentences. */
const longestName = 200;

/**
 * Turns the objects of one import into rows of the map. Memory is that of the large roads, rivers
 * and borders.
 */
export function openOsmMapRows() {
  const lines = openJoinedLines();
  return {
    wantsWay: (tags: OsmTags) => mapClassOf(tags) !== undefined,
    wantsRelation(tags: OsmTags): boolean {
      const shape = isArea({ tags }) ? mapClassOf(tags)?.shape : undefined;
      return shape === 'area' || shape === 'any';
    },
    /** The rows of an object; low zooms of lines are kept for `joined`. */
    rowsOf(object: Shape): MapRow[] {
      const feature = featureOf(object);
      if (feature === undefined) return [];
      const rows: MapRow[] = [];
      const { geometry } = feature;
      for (let detail = detailAt(feature.minZoom); detail <= finestDetail; detail++) {
        const isJoined = geometry.type === 'LineString' && joinedDetails.includes(detail);
        if (isJoined) lines.add(feature, geometry.coordinates, detail);
        else rows.push(...rowAt(feature, detail));
      }
      return [...rows, ...nameRows(feature)];
    },
    /** The rows of joined lines; to be called when all objects have come. */
    joined: lines.rows,
  };
}

function featureOf(object: Shape): MapFeature | undefined {
  const found = mapClassOf(object.tags);
  const geometry = found && geometryOf(object, found);
  if (!geometry) return undefined;
  const size = sizeOf(geometry);
  const isLine = geometry.type === 'LineString';
  const { layer, kind } = isLine ? asLineClass(found) : found;
  return {
    externalId: `${object.kind}/${object.id}`,
    layer,
    kind,
    ...(layer === 'building' ? unnamed : mapNamesOf(object.tags)),
    ref: layer === 'road' ? shortRef(object.tags.ref) : null,
    minZoom: size > 0 ? zoomOfArea(size, found.minZoom) : found.minZoom,
    rank: isLine && isInTunnel(object.tags) ? tunnelRank : size,
    geometry,
  };
}

/** A pier or a platform without width is a way to walk on. */
function asLineClass({ layer, kind }: MapClass): Pick<MapClass, 'layer' | 'kind'> {
  if (layer === 'built_up') return { layer: 'road', kind: 'path' };
  return { layer: layer === 'land' ? 'road' : layer, kind };
}

/** The rank of roads and railways in a tunnel, which are drawn below all others. */
const tunnelRank = -1;

function isInTunnel({ tunnel, covered }: OsmTags): boolean {
  return (tunnel !== undefined && tunnel !== 'no') || covered === 'yes';
}

function geometryOf({ line, outline }: Shape, { shape }: MapClass): MapGeometry | undefined {
  if (shape !== 'line' && outline) return outline;
  return shape !== 'area' && line ? asLine(line) : undefined;
}

function sizeOf(geometry: MapGeometry): number {
  return geometry.type === 'Polygon' || geometry.type === 'MultiPolygon'
    ? squareMetres(geometry)
    : 0;
}

const unnamed = { name: null, nameEn: null };

function mapNamesOf(tags: OsmTags): { name: string | null; nameEn: string | null } {
  const { name_gr, name_en } = namesOf(tags);
  return { name: short(name_gr ?? tidy(tags.name)), nameEn: short(name_en) };
}

function short(name: string | null): string | null {
  return name !== null && name.length > longestName ? null : name;
}

/** The first two numbers of a road; more do not fit on a shield. */
function shortRef(ref: string | undefined): string | null {
  const numbers = ref?.split(';').map(number => number.trim()) ?? [];
  return short(tidy(numbers.slice(0, 2).join(' ')));
}

function rowAt(feature: MapFeature, detail: number): MapRow[] {
  const geometry = generalise(feature.geometry, detail);
  return geometry ? [{ ...feature, detail, geometry }] : [];
}

/** The kinds of areas whose names are written in them. A river has its name along its line. */
const namedLayers: readonly MapLayer[] = ['green', 'water', 'built_up'];
const unnamedKinds = ['river', 'residential', 'farmland', 'orchard'];

/** The name of an area, as a point in it: an area in several tiles would be named in each. */
function nameRows(feature: MapFeature): MapRow[] {
  const { externalId, layer, kind, name, rank, geometry } = feature;
  if (geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon') return [];
  if (name === null || !namedLayers.includes(layer) || unnamedKinds.includes(kind)) return [];
  const label: MapFeature = {
    ...feature,
    externalId: `${externalId} name`,
    minZoom: zoomOfName(rank, feature.minZoom),
    geometry: { type: 'Point', coordinates: pointInside(geometry) },
  };
  const rows: MapRow[] = [];
  for (let detail = detailAt(label.minZoom); detail <= finestDetail; detail++) {
    rows.push({ ...label, detail });
  }
  return rows;
}

interface LineGroup {
  readonly feature: MapFeature;
  readonly detail: number;
  readonly lines: Line[];
}

/** Gathers lines that look alike, and joins those that meet. */
function openJoinedLines() {
  const groups = new Map<string, LineGroup>();
  return {
    add(feature: MapFeature, line: Line, detail: number): void {
      const { layer, kind, name, ref, minZoom } = feature;
      const key = JSON.stringify([detail, layer, kind, minZoom, ref ?? name]);
      // A little finer than they are drawn, so that they take less memory.
      const simple = asPositions(generalise(asLine(line), Math.min(detail + 1, finestDetail)));
      const group = groups.get(key);
      if (group) group.lines.push(simple);
      // Joined lines are drawn where tunnels are too short to be seen.
      else groups.set(key, { feature: { ...feature, rank: 0 }, detail, lines: [simple] });
    },
    *rows(): Generator<MapRow> {
      for (const { feature, detail, lines } of groups.values()) {
        for (const line of joinLines(lines))
          yield* rowAt({ ...feature, geometry: asLine(line) }, detail);
      }
    },
  };
}

function asPositions(geometry: MapGeometry | undefined): Line {
  return geometry?.type === 'LineString' ? geometry.coordinates : [];
}
