import type { MapLayer } from '../../../map/feature.ts';
import type { OsmTags } from '../readers/elements.ts';

/** What an object is on the map. */
export interface MapClass {
  readonly layer: MapLayer;
  readonly kind: string;
  readonly shape: 'line' | 'area';
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
  return asBuilding(tags) ?? asRoad(tags) ?? asWater(tags) ?? asLand(tags) ?? asBorder(tags);
}

function asBuilding({ building, location }: OsmTags): MapClass | undefined {
  if (building === undefined || building === 'no' || location === 'underground') return undefined;
  return { layer: 'building', kind: 'building', shape: 'area', minZoom: 14 };
}

function asRoad(tags: OsmTags): MapClass | undefined {
  const [kind, minZoom] = valueIn(roads, tags.highway) ?? [];
  if (kind !== undefined) {
    const shape = tags.area === 'yes' ? 'area' : 'line';
    // A square that is an area would cover the streets that cross it.
    return shape === 'line' ? { layer: 'road', kind, shape, minZoom: minZoom! } : undefined;
  }
  const [rail, railZoom] = valueIn(railways, tags.railway) ?? [];
  if (rail === undefined) return undefined;
  // Sidings and yards.
  return { layer: 'rail', kind: rail, shape: 'line', minZoom: tags.service ? 13 : railZoom! };
}

function asWater(tags: OsmTags): MapClass | undefined {
  const { natural, waterway, landuse, water } = tags;
  if (natural === 'coastline') {
    return { layer: 'waterway', kind: 'coastline', shape: 'line', minZoom: 13 };
  }
  if (natural === 'water' || waterway === 'riverbank' || waterway === 'dock') {
    const [kind, minZoom] = valueIn(waterAreas, water ?? (waterway && 'river')) ?? ['lake', 5];
    return { layer: 'water', kind, shape: 'area', minZoom };
  }
  if (landuse === 'reservoir' || landuse === 'basin') {
    return { layer: 'water', kind: 'reservoir', shape: 'area', minZoom: 5 };
  }
  const [kind, minZoom] = valueIn(waterways, waterway) ?? [];
  if (kind === undefined || tags.tunnel === 'yes' || tags.tunnel === 'culvert') return undefined;
  return { layer: 'waterway', kind, shape: 'line', minZoom: minZoom! };
}

function asLand(tags: OsmTags): MapClass | undefined {
  for (const [tag, layer, values] of land) {
    const [kind, minZoom] = valueIn(values, tags[tag]) ?? [];
    if (kind !== undefined) return { layer, kind, shape: 'area', minZoom: minZoom! };
  }
  return undefined;
}

/** Ways of borders; those in the sea and along the coast are not drawn. */
function asBorder({ boundary, admin_level, maritime }: OsmTags): MapClass | undefined {
  if (boundary !== 'administrative' || maritime === 'yes') return undefined;
  const [kind, minZoom] = valueIn(borders, admin_level) ?? [];
  return kind === undefined
    ? undefined
    : { layer: 'border', kind, shape: 'line', minZoom: minZoom! };
}

function valueIn(values: Values, value: string | undefined): Values[string] | undefined {
  return value !== undefined && Object.hasOwn(values, value) ? values[value] : undefined;
}
