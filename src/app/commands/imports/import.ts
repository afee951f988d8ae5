import { setFlagsFromString } from 'node:v8';
import { type Command, Option } from 'commander';
import { gridKindNames } from '#domain/grids/kind.ts';
import { licenceNotStated } from '#storage/store/store.ts';
import { encodings } from '#tools/files/chunk-decoder.ts';
import {
  type CommandContext,
  collect,
  collectType,
  examples,
  readDecimalSign,
  readEncoding,
  readEpsg,
  readPercent,
  readWholeNumber,
} from '../command-line.ts';
import type { FeatureOptions, importFeatures } from './import-features.ts';
import type { GridOptions } from './import-grid.ts';
import type { OsmOptions } from './import-osm.ts';

const anywhere = 'accept positions outside Greece, which are otherwise refused as errors';
const decimals = 'comma or point: decimal sign of all numbers, if the file can be read in two ways';
const encoding = `encoding of a CSV file or Shapefile, if it is not detected: ${encodings.join(', ')}`;
const map = 'the column of a field; may be repeated';
const set = 'the value of a field in all rows, instead of a column; may be repeated';

/** As for OpenStreetMap, but rows leave less to collect: below 100 it would take more time. */
const collectSooner = '--heap-growing-percent=100';

type PlainLayer = Parameters<typeof importFeatures>[1];

type ImportLayer = (layer: PlainLayer, files: string[], options: FeatureOptions) => Promise<void>;

/** `ktima import …` */
export function addCommand(program: Command, context: CommandContext): void {
  const { settings, terminal, fail } = context;
  const group = program
    .command('import')
    .description('import data; a running service uses it within seconds');
  // The code of an import is loaded only when needed: that of OpenStreetMap takes 0.4 s.
  const importLayer: ImportLayer = async (layer, files, options) => {
    setFlagsFromString(collectSooner);
    const { importFeatures } = await import('./import-features.ts');
    if (!(await importFeatures(settings(), layer, files, options, terminal))) fail();
  };
  addOsm(group, context);
  for (const command of featureCommands) addFeatures(group, command, importLayer);
  addGrid(group, context);
}

function addOsm(group: Command, { settings, terminal, fail }: CommandContext): void {
  importCommand(
    group,
    'osm <files...>',
    'the map, buildings, places, addresses, settlements, boundaries and named places from OpenStreetMap: ' +
      'PBF or XML, also gzipped, or a URL',
    '© OpenStreetMap contributors, ODbL 1.0',
  )
    .option('--anywhere', anywhere)
    .option(
      '--no-map',
      'leave the map, the buildings and the ways on foot as they are: no roads, water and land are read',
    )
    .addHelpText(
      'after',
      examples(
        'ktima import osm greece-latest.osm.pbf',
        'ktima import osm https://example.org/greece-latest.osm.pbf',
        'ktima import osm greece-latest.osm.pbf --no-map',
      ),
    )
    .action(async (files: string[], options: OsmOptions) => {
      const { importOsm } = await import('./import-osm.ts');
      if (!(await importOsm(settings(), files, options, terminal))) fail();
    });
}

/** A command that imports files of features into the layer of its name. */
interface FeatureCommand {
  readonly layer: PlainLayer;
  readonly description: string;
  /** Whether the files may have geometries. */
  readonly hasGeometry: boolean;
  /** The usual options that it has. */
  readonly has: readonly ('map' | 'set' | 'anywhere' | 'decimals')[];
  readonly examples: readonly string[];
  /** More of the help. */
  readonly more?: string;
  /** Adds options of its own. */
  own?(command: Command): void;
  /** The options of the import from those that are its own. */
  read?(options: OwnOptions): FeatureOptions;
}

/** Options of parcels and zones that the import has under other names. */
interface OwnOptions extends FeatureOptions {
  readonly kaek?: string;
  /** False with --no-area. */
  readonly area?: string | false;
  readonly fields?: readonly string[];
  readonly label?: string;
}

const featureCommands: readonly FeatureCommand[] = [
  {
    layer: 'places',
    description: 'points of interest with the columns of the API, in any supported format',
    hasGeometry: true,
    has: ['map', 'set', 'anywhere', 'decimals'],
    own: command =>
      void command.option(
        '--type <type>',
        'the type of all places; VALUE=TYPE translates a value of the column place_type and may be repeated',
        collectType,
      ),
    examples: [
      'ktima import places banks.csv --licence "CC BY 4.0, Example"',
      'ktima import places schools.csv --type high_school --map name_gr=Ονομασία',
      'ktima import places stops.csv --map place_type=mode --type bus=bus_stop --type tram=tram_station',
    ],
  },
  {
    layer: 'parcels',
    description: 'parcels: GeoJSON, Shapefile, GeoPackage, GML, KML, CSV with WKT and more',
    hasGeometry: true,
    has: ['decimals'],
    own: command =>
      void command
        .option('--kaek <column>', 'the column with the KAEK, if its name is unusual')
        .option(
          '--area <column>',
          'the column with the area in m²; computed from the geometry if there is none',
        )
        .option('--no-area', 'read no area: measure the outlines on the Greek Grid')
        .option(
          '--allow-far',
          'accept that most parcels lie far from the prefecture of their code',
        ),
    read: ({ kaek, area, ...options }) => ({ ...options, kaekColumn: kaek, areaColumn: area }),
    examples: [
      'ktima import parcels patras.shp',
      'ktima import parcels plots.geojson --srid 2100 --kaek CODE',
    ],
  },
  {
    layer: 'costs',
    description:
      'rates, depreciation, indices, add-ons, age bands, classes of condition and quality, insurance rules: CSV',
    hasGeometry: false,
    has: ['map', 'set', 'decimals'],
    own: command => void command.option('--encoding <name>', encoding, readEncoding),
    examples: [
      'ktima import costs rates-2027.csv depreciation.csv --source actuaries',
      'ktima import costs rates.csv --map postal_prefix=ΤΚ --map rate_eur_m2="Τιμή ανά m²"',
      'ktima import costs new-dwellings.csv --source elstat',
      'ktima import costs examples/costs/age-bands.csv examples/costs/conditions.csv --source rules',
    ],
    more: `What an import replaces is kept: an answer can be repeated with its \`dataset\`. ktima remove
removes a source with all its versions. See docs/costs.md, which has the columns of each file.`,
  },
  {
    layer: 'addresses',
    description: 'houses and streets, with columns as in docs/data.md, in any supported format',
    hasGeometry: true,
    has: ['map', 'set', 'anywhere'],
    examples: [
      'ktima import addresses houses.csv --source municipality',
      'ktima import addresses centre.csv --map street=Οδός --set city=Βόλος',
    ],
  },
  {
    layer: 'zones',
    description: 'zones of one kind, such as flood: areas, lines or points in any supported format',
    hasGeometry: true,
    has: ['set', 'anywhere', 'decimals'],
    own: command =>
      void command
        .option('--kind <name>', 'a kind that ships, such as flood; docs/zones.md lists them')
        .option('--kind-file <file>', 'a kind of your own, described in JSON as in docs/zones.md')
        .option(
          '--fields <field=column>',
          'the column of a field of the kind; may be repeated',
          collect,
          [],
        )
        .option('--label <column>', 'the column with the name of each zone')
        .option(
          '--covers <area>',
          'where the source looked for zones: the name of an imported boundary, or a file with areas. ' +
            'Without it, a place without zones is no proof that there are none',
        )
        .addOption(
          new Option(
            '--by <what>',
            'read tables of municipalities, drawn by their borders',
          ).choices(['municipality']),
        )
        .option(
          '--allow-covering',
          'accept a zone without a class that contains most of the others',
        ),
    read: ({ fields = [], label, ...options }) => ({
      ...options,
      map: label === undefined ? fields : [...fields, `label=${label}`],
    }),
    examples: [
      'ktima import zones floods.shp --kind flood --covers "Περιφέρεια Θεσσαλίας"',
      'ktima import zones T100.shp --kind flood --set return_period=T100',
      'ktima import zones zones.gpkg --kind objective-values --fields zone_price=TZ --label CODE',
      'ktima import zones own.geojson --kind-file own-kind.json --covers area.geojson',
      'ktima import zones zones.csv --kind earthquake --by municipality',
    ],
  },
  {
    layer: 'comparables',
    description: 'properties with their prices, as evidence of the market, in any supported format',
    hasGeometry: true,
    has: ['map', 'set', 'anywhere', 'decimals'],
    own: command =>
      void command.option(
        '--kind <kind>',
        'asking or sold: the kind of prices in a file without that column',
      ),
    examples: [
      'ktima import comparables sales-2026.csv',
      'ktima import comparables listings.csv --kind asking --map price="Τιμή πώλησης"',
    ],
    more: `Columns: property_type, area, construction_year, price, date, kind, source, and a position or an
address. Personal data are not taken. See docs/data.md.`,
  },
  {
    layer: 'buildings',
    description:
      'buildings: areas with levels, height, year, use and material, in any supported format',
    hasGeometry: true,
    has: ['map', 'set', 'anywhere', 'decimals'],
    examples: [
      'ktima import buildings buildings.gpkg --source municipality',
      'ktima import buildings blocks.shp --srid 2100 --map levels=OROFOI',
    ],
    more: 'Columns: levels, height, year, use, material, name. See docs/buildings-and-grids.md.',
  },
];

function addFeatures(
  group: Command,
  { layer, description, hasGeometry, has, own, read = options => options, ...help }: FeatureCommand,
  importLayer: ImportLayer,
): void {
  const command = importCommand(group, `${layer} <files...>`, description);
  own?.(command);
  if (has.includes('map')) command.option('--map <field=column>', map, collect, []);
  if (has.includes('set')) command.option('--set <field=value>', set, collect, []);
  if (hasGeometry) withGeometryOptions(command);
  if (has.includes('anywhere')) command.option('--anywhere', anywhere);
  if (has.includes('decimals')) command.option('--decimals <sign>', decimals, readDecimalSign);
  command
    .addHelpText('after', examples(...help.examples) + (help.more ? `\n\n${help.more}` : ''))
    .action((files: string[], options: OwnOptions) => importLayer(layer, files, read(options)));
}

function addGrid(group: Command, { settings, terminal, fail }: CommandContext): void {
  importCommand(
    group,
    'grid <files...>',
    'a grid of one kind, such as elevation: GeoTIFF, ASCII grid and others that GDAL reads; several files are one grid',
  )
    .addOption(
      new Option('--kind <kind>', 'what was measured').choices(gridKindNames).makeOptionMandatory(),
    )
    .requiredOption('--unit <unit>', 'the unit of the values; elevation is in m')
    .addOption(
      new Option(
        '--values <values>',
        'whether values are amounts, which are averaged, or classes (default: classes for fire)',
      ).choices(['amounts', 'classes']),
    )
    .option('--date <day>', 'when it was measured')
    .option('--srid <epsg>', 'EPSG number of the files, if they do not contain it', readEpsg)
    .option('--anywhere', 'accept grids outside Greece, which are otherwise refused')
    .addHelpText(
      'after',
      examples(
        'ktima import grid dem-1.tif dem-2.tif --kind elevation --unit m --source copernicus',
        'ktima import grid depth-t100.asc --srid 2100 --kind flood_depth --unit m --source t100',
      ),
    )
    .action(async (files: string[], options: GridOptions) => {
      const { importGrid } = await import('./import-grid.ts');
      if (!(await importGrid(settings(), files, options, terminal))) fail();
    });
}

/** The options of every layer whose files may have geometries. */
function withGeometryOptions(command: Command): Command {
  return command
    .option('--layer <name>', 'the layer of the file, if it has several')
    .option('--encoding <name>', encoding, readEncoding)
    .option(
      '--srid <epsg>',
      'EPSG number of the coordinates, such as 2100, if the file does not contain it',
      readWholeNumber,
    )
    .option('--force-srid', 'use --srid even if the file contains another one');
}

/** The options that every import has. */
function importCommand(
  group: Command,
  nameAndFiles: string,
  description: string,
  licence = licenceNotStated,
): Command {
  return group
    .command(nameAndFiles)
    .description(description)
    .option(
      '--source <name>',
      "the source whose rows are replaced (default: the first file's name; osm for OSM)",
    )
    .option('--licence <text>', 'terms and attribution, shown by status and /readyz', licence)
    .option(
      '--max-refused <percent>',
      'refuse the import above this share of bad rows',
      readPercent,
      5,
    )
    .option(
      '--allow-empty',
      'accept an import without rows, or one that leaves a layer of the source without rows',
      false,
    )
    .option('--dry-run', 'read and check all rows, change nothing', false)
    .option(
      '--no-build',
      'leave the indexes that services read to a later command, as before another import',
    )
    .option('--no-space-check', 'import even if the disk of the database seems too small')
    .option('--report <file>', 'also write the report as JSON');
}
