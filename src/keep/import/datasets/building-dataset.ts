import { isSwapped } from '../../../land/property/greece.ts';
import { type Building, buildingLimits } from '../../../land/zones/buildings.ts';
import { boundsOf, polygonsOf } from '../../../tools/geo/polygon.ts';
import type { Feature } from '../readers/reader.ts';
import { type Dataset, type Note, Refused } from './dataset.ts';
import { columnName, numberReader } from './fields.ts';
import { geometryReader } from './geometry-column.ts';
import { readText } from './parcel-attributes.ts';
import { refuseOutsideGreece } from './parcel-dataset.ts';

/** The columns, each with other usual names of it. */
const names = {
  external_id: 'id building_id osm_id κωδικος κωδικος_κτιριου',
  name: 'ονομα ονομασια',
  use: 'building building_use usage use_type function χρηση χρηση_κτιριου κυρια_χρηση',
  levels:
    'building:levels floors storeys stories num_floors number_of_floors numberoffloorsaboveground οροφοι αριθμος_οροφων πληθος_οροφων επιπεδα',
  height: 'height_m building_height υψος υψος_κτιριου υψος_(μ)',
  year: 'construction_year year_built start_date ετος ετος_κατασκευης',
  material: 'building:material structure construction υλικο υλικο_κατασκευης φερων_οργανισμος',
} as const;
type Field = keyof typeof names;

const otherNames: ReadonlyMap<string, string> = new Map(
  Object.entries(names).flatMap(([field, others]) =>
    others.split(' ').map(name => [name, field] as const),
  ),
);

/** Buildings: areas, with what a file has of them. A value that cannot be read refuses none. */
export const buildings: Dataset<'buildings'> = {
  layer: 'buildings',
  columns: Object.keys(names),
  otherNames,
  open(reader, options, note = () => {}) {
    const geometries = geometryReader(reader, options);
    const readNumber = numberReader(reader, options);
    const columns = openColumns();
    return (feature): Building => {
      const geometry = geometries.polygonOnGlobe(geometries.drawnPolygon(feature.geometry));
      const box = boundsOf(geometry);
      if (!options.anywhere) refuseOutsideGreece(box, () => isSwapped(box.south, box.west));
      refuseTooLong(geometry);
      const columnOf = columns(feature);
      const text = (field: Field) => readText(feature.properties, columnOf.get(field), note);
      const number = (field: Field, limits: Limits) => {
        const written = text(field);
        if (written === undefined) return null;
        return within(limits, field, written, note, () =>
          readNumber(feature, columnOf.get(field)!),
        );
      };
      return {
        externalId: text('external_id') ?? null,
        name: text('name') ?? null,
        use: text('use') ?? null,
        levels: number('levels', buildingLimits.levels),
        heightMetres: number('height', buildingLimits.heightMetres),
        constructionYear: yearOf(text('year'), note),
        material: text('material') ?? null,
        geometry,
      };
    };
  },
};

/** Finds the columns of the fields, once for each set of names. */
function openColumns() {
  const known = new Map<string, ReadonlyMap<string, string>>();
  return ({ properties }: Feature): ReadonlyMap<string, string> => {
    const own = Object.keys(properties);
    const key = own.join('\0');
    // A column of the field's own name comes last, so that it counts.
    const found = [...own].sort((a, b) => Number(a in names) - Number(b in names));
    const columns =
      known.get(key) ?? new Map(found.map(name => [columnName(name, otherNames), name]));
    known.set(key, columns);
    return columns;
  };
}

interface Limits {
  readonly least: number;
  readonly most: number;
}

/** A number within limits; 0 is how programs write an unknown one. Others are noted. */
function within(
  { least, most }: Limits,
  field: string,
  text: string,
  note: Note,
  read: () => number | undefined,
): number | null {
  const value = read();
  if (value !== undefined && value >= least && value <= most) return value;
  if (value !== 0) note(`${field}: not kept, expected a number from ${least} to ${most}`, text);
  return null;
}

/** The year of a year or of a day; an approximate one is not known. */
export function yearIn(text: string): number | undefined {
  const [, year] = /^(\d{4})(?:-\d\d(?:-\d\d(?:T.*)?)?)?$/.exec(text.trim()) ?? [];
  const { least, most } = buildingLimits.constructionYear;
  return year !== undefined && Number(year) >= least && Number(year) <= most
    ? Number(year)
    : undefined;
}

function yearOf(text: string | undefined, note: Note): number | null {
  if (text === undefined || text === '0') return null;
  const year = yearIn(text);
  if (year === undefined) note('year: not kept, expected a year such as 1985', text);
  return year ?? null;
}

/** Throws for an outline that takes too long to compare with a parcel. */
function refuseTooLong(geometry: Building['geometry']): void {
  const count = polygonsOf(geometry).flat(2).length;
  if (count <= buildingLimits.positions) return;
  throw new Refused('geometry', `at most ${buildingLimits.positions} positions`, count);
}
