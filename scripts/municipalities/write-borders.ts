// `node scripts/municipalities/write-borders.ts FILE` writes data/municipalities.geojson.gz from the
// borders of the municipalities of 2010 (TopoJSON, gzipped). Lines are simplified, not outlines, so
// that neighbours keep one common border. Municipalities that were split in 2019 are cut half-way
// between the seats of those of today.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { GeometryCollection, MultiPolygon, Polygon, Topology } from 'topojson-specification';
import { linkBoundaries } from '#domain/geocoder/country/add-country.ts';
import { enclosedBy, type Municipality } from '#domain/geocoder/country/municipality.ts';
import { nameKey } from '#domain/geocoder/text/stem.ts';
import { readGazetteer } from '#importing/shipped/gazetteer/gazetteer.ts';
import { bordersFile } from '#importing/shipped/gazetteer/municipality-borders.ts';
import { dataFolder } from '#importing/shipped/shipped-table.ts';
import { pointInside } from '#tools/geo/inside.ts';
import { mapPositions, type PolygonGeometry, type Position } from '#tools/geo/polygon.ts';
import { assembleRings } from '#tools/geo/rings/assemble-rings.ts';
import { isIslet, type Line, simplifyAll, unitsPerDegree } from './simplify-lines.ts';
import { splitBySeat } from './split-by-seat.ts';

/** The municipalities of today in those that were split, by the code of 2010. */
const splitIn2019: Readonly<Record<string, readonly string[]>> = {
  9069: ['Σερβίων', 'Βελβεντού'],
  9118: ['Κεντρικής Κέρκυρας και Διαποντίων Νήσων', 'Βόρειας Κέρκυρας', 'Νότιας Κέρκυρας'],
  9120: ['Αργοστολίου', 'Ληξουρίου', 'Σάμης'],
  9261: ['Μυτιλήνης', 'Δυτικής Λέσβου'],
  9264: ['Ανατολικής Σάμου', 'Δυτικής Σάμου'],
};

/** The regional units of islands that the gazetteer counts to their neighbours. */
const unitsOfIslands: Readonly<Record<string, string>> = {
  Γαύδου: 'Χανίων',
  Ελαφονήσου: 'Λακωνίας',
};

/** A municipality of 2010: its code, null for Mount Athos, its name, and the numbers of its lines. */
interface Area {
  readonly code: string | null;
  readonly name: string;
  readonly lines: readonly number[];
}

function readTopology(file: string) {
  const topology = JSON.parse(gunzipSync(readFileSync(file)).toString()) as Topology;
  const [collection] = Object.values(topology.objects) as GeometryCollection[];
  const { scale, translate } = topology.transform!;
  const lines = topology.arcs.map((arc): Line => {
    let [x, y] = [0, 0];
    return arc.map(([dx, dy]): Position => {
      [x, y] = [x + dx!, y + dy!];
      const degrees = [x * scale[0] + translate[0], y * scale[1] + translate[1]] as const;
      return [Math.round(degrees[0] * unitsPerDegree), Math.round(degrees[1] * unitsPerDegree)];
    });
  });
  const areas = collection!.geometries.map((geometry): Area => {
    const { KWD_YPES: code, NAME: name } = geometry.properties as Record<string, string | null>;
    const numbers = (geometry as Polygon | MultiPolygon).arcs.flat(2).map(i => (i < 0 ? ~i : i));
    return { code: code ?? null, name: code ? name! : 'Αγίου Όρους', lines: numbers };
  });
  return { lines, areas };
}

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('expected the file with the borders of 2010');
const gazetteer = await readGazetteer();
const byId = new Map(gazetteer.municipalities.map(row => [row.id, row]));
const topology = readTopology(file);
// Before lines are simplified: islets would cross themselves.
const lines = simplifyAll(topology.lines.map(line => (isIslet(line) ? [] : line)));
const areas = topology.areas.map(area => {
  return { ...area, lines: area.lines.filter(i => lines[i]!.length > 0) };
});

function outlineOf(own: readonly number[]): PolygonGeometry {
  const drawn = own.map(i => lines[i]!);
  if (assembleRings(drawn).isOpen) throw new Error('a border is open');
  return mapPositions(enclosedBy(drawn), ([x, y]) => [x / unitsPerDegree, y / unitsPerDegree]);
}

const linked = linkBoundaries(
  areas.map(({ name, lines: own }) => {
    const geometry = outlineOf(own);
    const [longitude, latitude] = pointInside(geometry);
    const point = { longitude, latitude, externalId: null, source: 'borders' };
    return { ...point, kind: 'municipality', name, otherNames: [], geometry };
  }),
  gazetteer,
);

/** The lines that the seats cut, with their parts: neighbours have them too. */
const cut = new Map<number, number[]>();

/** The municipalities of today in one of 2010, with their lines. */
function partsOf({ code, name, lines: own }: Area, i: number) {
  const ids = splitIn2019[code ?? ''];
  if (!ids) return [{ id: name in unitsOfIslands ? name : linked[i]!.municipality!, own }];
  const seats = ids.map((id): Position => {
    const { longitude, latitude } = byId.get(id)!.seat!;
    return [longitude * unitsPerDegree, latitude * unitsPerDegree];
  });
  return splitBySeat(own, seats, lines, cut).map((part, k) => ({ id: ids[k]!, own: part }));
}

/** The names of 2010; of islands that the gazetteer does not have as such, all that are usual. */
function namesOf2010({ code, name }: Area): string[] {
  const ids = splitIn2019[code ?? ''] ?? (name in unitsOfIslands ? [name] : []);
  const nominatives = ids.map(id => byId.get(id)?.nominative);
  const islands = gazetteer.localities.filter(
    one => ids.length > 0 && one.kind === 'island' && nameKey(one.name) === nameKey(name),
  );
  const usual = islands.flatMap(one => [
    one.name,
    ...one.otherNames.filter(other => !nominatives.includes(other)),
  ]);
  return [name, ...usual];
}

const all = areas.flatMap((area, i) => partsOf(area, i).map(part => ({ ...part, area })));
const municipalities = all.map(({ id, own, area }): Municipality => {
  const regionalUnit = unitsOfIslands[id] ?? byId.get(id)!.regionalUnit;
  const geometry = outlineOf(own.flatMap(line => cut.get(line) ?? [line]));
  return { id, code: area.code, namesOf2010: namesOf2010(area), regionalUnit, geometry };
});
const features = municipalities.map(({ geometry, ...properties }) => {
  return { type: 'Feature', properties, geometry };
});
const text = JSON.stringify({ type: 'FeatureCollection', features });
const bytes = gzipSync(text, { level: 9 });
writeFileSync(join(dataFolder, bordersFile), bytes);
console.log(`${features.length} municipalities, ${bytes.length} bytes`);
