import type { MapLayer } from '#domain/map/map-feature.ts';
import type { OsmTags } from '../readers/elements.ts';

/** What an object is on the map. */
export interface MapClass {
  readonly layer: MapLayer;
  readonly kind: string;
  /** `any` is an area where it is closed, else a line. */
  readonly shape: 'line' | 'area' | 'any';
  /** The lowest zoom at which it is drawn; areas are drawn from the zoom that shows their size. */
  readonly minZoom: number;
}

type Values = Readonly<Record<string, readonly [kind: string, minZoom: number]>>;

const roads: Values = {
  motorway: ['motorway', 5],
  trunk: ['trunk', 6],
  primary: ['primary', 8],
  secondary: ['secondary', 9],
  tertiary: ['tertiary', 11],
  motorway_link: ['motorway', 11],
  trunk_link: ['trunk', 11],
  primary_link: ['primary', 12],
  secondary_link: ['secondary', 12],
  tertiary_link: ['tertiary', 12],
  unclassified: ['minor', 12],
  residential: ['minor', 13],
  living_street: ['minor', 13],
  road: ['minor', 13],
  busway: ['minor', 13],
  service: ['service', 14],
  pedestrian: ['pedestrian', 13],
  footway: ['path', 14],
  path: ['path', 14],
  track: ['path', 13],
  cycleway: ['path', 14],
  bridleway: ['path', 14],
  steps: ['path', 14],
  corridor: ['path', 14],
  platform: ['path', 14],
};

const railways: Values = {
  rail: ['rail', 8],
  narrow_gauge: ['rail', 9],
  funicular: ['rail', 12],
  light_rail: ['tram', 11],
  tram: ['tram', 12],
  subway: ['subway', 11],
};

const waterways: Values = {
  river: ['river', 8],
  canal: ['canal', 11],
  stream: ['stream', 13],
  ditch: ['stream', 14],
  drain: ['stream', 14],
};

const waterAreas: Values = {
  river: ['river', 5],
  canal: ['river', 8],
  stream: ['river', 10],
  reservoir: ['reservoir', 5],
  basin: ['reservoir', 10],
  pond: ['lake', 10],
};

const aeroways: Values = {
  runway: ['runway', 11],
  taxiway: ['taxiway', 13],
};

const piers: Values = {
  pier: ['pier', 13],
  breakwater: ['pier', 13],
  groyne: ['pier', 14],
  quay: ['pier', 14],
};

/** Green and built-up land by tag, in order: the first tag that an object has decides. */
const land: readonly (readonly [tag: string, layer: MapLayer, values: Values])[] = [
  [
    'leisure',
    'green',
    {
      park: ['park', 8],
      garden: ['park', 12],
      golf_course: ['park', 9],
      pitch: ['pitch', 13],
      playground: ['park', 14],
      stadium: ['pitch', 12],
      sports_centre: ['pitch', 12],
      track: ['pitch', 13],
    },
  ],
  [
    'natural',
    'green',
    {
      wood: ['wood', 6],
      scrub: ['scrub', 8],
      heath: ['scrub', 8],
      grassland: ['grass', 8],
      fell: ['grass', 8],
      beach: ['beach', 10],
      sand: ['beach', 10],
      shingle: ['beach', 11],
      wetland: ['wetland', 8],
      bare_rock: ['rock', 9],
      scree: ['rock', 9],
    },
  ],
  [
    'landuse',
    'green',
    {
      forest: ['wood', 6],
      grass: ['grass', 10],
      meadow: ['grass', 9],
      village_green: ['grass', 12],
      recreation_ground: ['park', 11],
      farmland: ['farmland', 8],
      farmyard: ['farmland', 13],
      orchard: ['orchard', 8],
      vineyard: ['orchard', 8],
      plant_nursery: ['orchard', 12],
      greenhouse_horticulture: ['farmland', 12],
      cemetery: ['cemetery', 12],
      allotments: ['farmland', 13],
    },
  ],
  [
    'landuse',
    'built_up',
    {
      residential: ['residential', 7],
      industrial: ['industrial', 8],
      port: ['industrial', 10],
      railway: ['industrial', 12],
      quarry: ['industrial', 10],
      commercial: ['commercial', 10],
      retail: ['commercial', 11],
      military: ['industrial', 10],
    },
  ],
  ['aeroway', 'built_up', { aerodrome: ['airport', 9] }],
  [
    'amenity',
    'built_up',
    {
      school: ['public', 13],
      college: ['public', 13],
      university: ['public', 12],
      hospital: ['public', 12],
    },
  ],
];

const borders: Values = {
  2: ['country', 3],
  4: ['region', 7],
  5: ['region', 7],
  6: ['region', 9],
  7: ['municipality', 11],
};

/** The class of a way or of an area by its tags; undefined for what the map does not draw. */
export function mapClassOf(tags: OsmTags): MapClass | undefined {
  return (
    asBuilding(tags) ??
    asRoad(tags) ??
    classIn(piers, tags.man_made, 'land', 'any') ??
    asPlatform(tags) ??
    asWater(tags) ??
    asLand(tags) ??
    asBorder(tags)
  );
}

function asBuilding({ building, location }: OsmTags): MapClass | undefined {
  if (building === undefined || building === 'no' || location === 'underground') return undefined;
  return { layer: 'building', kind: 'building', shape: 'area', minZoom: 14 };
}

function asRoad(tags: OsmTags): MapClass | undefined {
  const road = classIn(roads, tags.highway, 'road', 'line');
  // A square is ground: as a road it would cover the streets that cross it.
  if (road && (tags.area === 'yes' || tags.type === 'multipolygon')) return asSquare(road.kind);
  if (road) return road;
  const runway = classIn(aeroways, tags.aeroway, 'road', 'line');
  if (runway) return runway;
  const rail = classIn(railways, tags.railway, 'rail', 'line');
  const isSiding = rail && tags.service;
  return isSiding ? { ...rail, minZoom: 13 } : rail;
}

/** A platform of a railway or of buses; the line of a narrow one is drawn as a path. */
function asPlatform({ railway, public_transport }: OsmTags): MapClass | undefined {
  const isPlatform = railway === 'platform' || public_transport === 'platform';
  return isPlatform ? { layer: 'built_up', kind: 'square', shape: 'any', minZoom: 14 } : undefined;
}

function asSquare(kind: string): MapClass | undefined {
  const isForWalking = ['pedestrian', 'path', 'service'].includes(kind);
  return isForWalking
    ? { layer: 'built_up', kind: 'square', shape: 'area', minZoom: 14 }
    : undefined;
}

function asWater(tags: OsmTags): MapClass | undefined {
  const { natural, waterway, landuse, leisure, water, tunnel } = tags;
  if (natural === 'coastline') {
    return { layer: 'waterway', kind: 'coastline', shape: 'line', minZoom: 11 };
  }
  const area = (kind: string, minZoom: number): MapClass => ({
    layer: 'water',
    kind,
    shape: 'area',
    minZoom,
  });
  if (natural === 'water' || waterway === 'riverbank' || waterway === 'dock') {
    const known = classIn(waterAreas, water ?? (waterway && 'river'), 'water', 'area');
    return known ?? area('lake', 5);
  }
  if (leisure === 'swimming_pool') return area('pool', 14);
  if (landuse === 'reservoir' || landuse === 'basin') return area('reservoir', 5);
  const isHidden = tunnel === 'yes' || tunnel === 'culvert';
  return isHidden ? undefined : classIn(waterways, waterway, 'waterway', 'line');
}

function asLand(tags: OsmTags): MapClass | undefined {
  for (const [tag, layer, values] of land) {
    const found = classIn(values, tags[tag], layer, 'area');
    if (found) return found;
  }
  return undefined;
}

/** Ways of borders; those in the sea and along the coast are not drawn. */
function asBorder({ boundary, admin_level, maritime }: OsmTags): MapClass | undefined {
  if (boundary !== 'administrative' || maritime === 'yes') return undefined;
  return classIn(borders, admin_level, 'border', 'line');
}

function classIn(
  values: Values,
  value: string | undefined,
  layer: MapLayer,
  shape: MapClass['shape'],
): MapClass | undefined {
  if (value === undefined || !Object.hasOwn(values, value)) return undefined;
  const [kind, minZoom] = values[value]!;
  return { layer, kind, shape, minZoom };
}
