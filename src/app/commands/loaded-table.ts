import { hasRates, noRates } from '#domain/property/cost/cost-table.ts';
import { toKindSources } from '#domain/zones/zone-answer.ts';
import { withGazetteer } from '#importing/shipped/gazetteer/source.ts';
import type { Layer, Store } from '#storage/store/store.ts';
import { type Line, table } from '#tools/terminal/print.ts';

/** Data: layer, the rest of the command that imports it, who has such data, and the kind of zones. */
const kinds: readonly [layer: Layer, args: string, from: string, zones?: string][] = [
  ['addresses', 'osm FILE', 'OpenStreetMap'],
  ['places', 'osm FILE', 'OpenStreetMap'],
  ['costs', 'costs rates.csv --source actuaries', 'your actuaries'],
  ['parcels', 'parcels FILE', 'the Cadastre (ktimatologio.gr), municipalities, surveyors'],
  ['zones', 'zones FILE --kind flood', 'flood areas: floods.ypeka.gr, and others', 'flood'],
  ['zones', 'zones TABLE --kind earthquake --by municipality', 'the list of EAK', 'earthquake'],
  ['grids', 'grid FILE --kind elevation --unit m', 'heights: Copernicus DEM GLO-30'],
  ['comparables', 'comparables FILE', 'prices that your office collects'],
];

/** What is loaded and covered, what is missing, and the commands that load it. */
export async function loadedTable(store: Store): Promise<Line[]> {
  const sources = (await withGazetteer(store).loadedSources()).filter(({ rows }) => rows > 0);
  const zones = toKindSources(await store.zoneSources());
  const rows = await Promise.all(
    kinds.map(async ([layer, args, from, kind]) => {
      const ofKind = zones.filter(one => one.kind.kind === kind).map(one => one.source);
      const own = sources.filter(
        one => one.layer === layer && (kind === undefined || ofKind.includes(one.source)),
      );
      const name = kind === undefined ? layer : `${layer}: ${kind}`;
      if (own.length === 0) return [name, 'missing', '', `ktima import ${args}`, from];
      const loaded = own.map(({ source, rows }) => `${source} ${rows}`).join(', ');
      return [name, loaded, await covered(store, layer), '', ''];
    }),
  );
  return [
    ...table(['data', 'source and rows', 'covers', 'to load them', 'from'], rows),
    'docs/data.md, "Where data are published", has more',
    ...(hasRates(await store.readCosts()) ? [] : [noRates.message]),
  ];
}

/** The priced types or their number, or the box around the rows in degrees; what ships is of the country. */
async function covered(store: Store, layer: Layer): Promise<string> {
  if (layer === 'costs') {
    const rates = (await store.readCosts()).flatMap(version => version.rates);
    const types = new Set(rates.map(({ propertyType }) => propertyType));
    return types.size > 3 ? `${types.size} types of property` : [...types].join(', ');
  }
  const { south, north, west, east } = (await store.extentOf(layer)) ?? {};
  if (south === undefined) return 'the country';
  const span = (...ends: (number | undefined)[]) => ends.map(end => end!.toFixed(2)).join('-');
  return `${span(south, north)} °N, ${span(west, east)} °E`;
}
