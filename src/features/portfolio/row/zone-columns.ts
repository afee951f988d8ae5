import { elevation } from '#domain/grids/kind.ts';
import { invalid } from '#tools/errors.ts';
import { type GridAnswer, readGridSources } from '../../report/grids-section.ts';
import { type ZoneAnswers, type ZoneData, zoneKindsOf } from '../../report/zones-section.ts';

/** A kind of zones that gets columns. */
export interface ChosenKind {
  readonly kind: string;
  readonly name: { readonly el: string; readonly en: string };
  /** What is loaded of it; `loadedAt` is ISO 8601 in UTC. */
  readonly sources: readonly { readonly source: string; readonly loadedAt: string }[];
}

type KindAnswer = ZoneAnswers['kinds'][number];
type FoundZone = KindAnswer['zones'][number];

/**
 * The kinds of `zones`: by default the loaded ones, in the order of their names; undefined for `false`.
 * Throws INVALID_INPUT for an unknown name.
 */
export async function chooseKinds(
  data: Pick<ZoneData, 'store' | 'zoneKinds'>,
  asked: string | false | undefined,
): Promise<readonly ChosenKind[] | undefined> {
  if (asked === false) return undefined;
  const { known, loaded } = await zoneKindsOf(data);
  const names = asked?.split(',').map(name => name.trim()) ?? [...loaded.keys()].sort();
  return [...new Set(names)].map(kind => {
    const name = known.get(kind)?.name;
    if (name) {
      const own = loaded.get(kind) ?? [];
      return { kind, name, sources: own.map(({ source, loadedAt }) => ({ source, loadedAt })) };
    }
    const allowed = [...known.keys()];
    const expected = `some of ${allowed.join(', ')}; got ${kind}`;
    throw invalid('zones', expected, 'not_one_of', { allowed });
  });
}

/** The names of the columns of some kinds; `-` in a kind becomes `_`. */
export function zoneNames(kinds: readonly Pick<ChosenKind, 'kind'>[]): string[] {
  const own = kinds.flatMap(({ kind }) =>
    ['result', 'class', 'possible_class', 'distance_m'].map(
      part => `zone_${kind.replaceAll('-', '_')}_${part}`,
    ),
  );
  return kinds.length > 0 ? [...own, 'sea_distance_m'] : [];
}

/** The values of a row in the order of `zoneNames`. */
export function zoneValues(
  kinds: readonly Pick<ChosenKind, 'kind'>[],
  answers: ZoneAnswers | undefined,
): (string | number | undefined)[] {
  const own = kinds.flatMap(({ kind }) => {
    const answer = answerOf(answers, kind);
    if (!answer) return [undefined, undefined, undefined, undefined];
    const { kind: described, result } = answer;
    const { main, severer } = zonesOf(answer);
    return [result, classOf(described, main), classOf(described, severer), distanceOf(answer)];
  });
  return kinds.length > 0 ? [...own, answers?.sea?.metres] : [];
}

/**
 * The group of a row in the summary: the class that it is in for certain, else one that it may be in
 * with what is doubtful about it, or why there is none. `T1000 (inside), T50 (possibly_inside)` is
 * certain of the one and not of the other. Empty without a position.
 */
export function zoneGroup(
  answers: ZoneAnswers | undefined,
  { kind }: Pick<ChosenKind, 'kind'>,
): string {
  const answer = answerOf(answers, kind);
  if (!answer) return '';
  const { main, severer } = zonesOf(answer);
  if (!main) return answer.result;
  const nameOf = (zone: FoundZone) => {
    const name = classOf(answer.kind, zone);
    if (name === undefined) return zone.result;
    return zone.result === 'inside' && !severer ? `${name}` : `${name} (${zone.result})`;
  };
  return [main, ...(severer ? [severer] : [])].map(nameOf).join(', ');
}

function answerOf(answers: ZoneAnswers | undefined, kind: string): KindAnswer | undefined {
  return answers?.kinds.find(answer => answer.kind.kind === kind);
}

/** The zone that the result is about, and a severer one that is less certain. */
function zonesOf({ result, zones }: KindAnswer) {
  const main = zones.find(zone => zone.result === result);
  const [severest] = zones;
  return { main, severer: severest === main ? undefined : severest };
}

/** The value that decides on the severity of a zone; without one its name or first value. */
function classOf(
  { severity, fields }: KindAnswer['kind'],
  zone: FoundZone | undefined,
): string | number | undefined {
  if (!zone) return undefined;
  const { label, attributes } = zone;
  if (severity) return attributes[severity.field] ?? label ?? undefined;
  return label ?? fields.map(({ field }) => attributes[field]).find(one => one !== undefined);
}

/** Metres to the nearest zone: 0 in one, unknown if the position is too rough to say. */
function distanceOf({ result, nearest }: KindAnswer): number | undefined {
  return result === 'inside' || result === 'partly_inside' ? 0 : nearest?.metres;
}

/** A column of a kind of grids, or of one source: two return periods must not share a column. */
export interface GridColumn {
  readonly kind: string;
  readonly source?: string;
}

/** The columns of the loaded grids; none if zones are left out. */
export async function chooseGridColumns(
  { store }: Pick<ZoneData, 'store'>,
  zones: string | false | undefined,
): Promise<GridColumn[]> {
  if (zones === false) return [];
  const loaded = (await readGridSources(store)).map(([grid]) => grid!);
  const columns = loaded.map(({ kind, source }): GridColumn => {
    const isOnly = loaded.filter(other => other.kind === kind).length === 1;
    return isOnly || kind === elevation ? { kind } : { kind, source };
  });
  return [...new Map(columns.map(column => [nameOf(column), column])).values()].sort((a, b) =>
    nameOf(a) < nameOf(b) ? -1 : 1,
  );
}

function nameOf({ kind, source }: GridColumn): string {
  return source === undefined ? kind : `${kind}_${source}`;
}

/** The names of the columns; the slope is beside the elevation. */
export function gridNames(columns: readonly GridColumn[]): string[] {
  return columns.flatMap(column =>
    column.kind === elevation ? ['elevation_m', 'slope_percent'] : [nameOf(column)],
  );
}

/** The values of a row in the order of `gridNames`; of several elevations the finest that has one. */
export function gridValues(
  columns: readonly GridColumn[],
  answers: readonly GridAnswer[] | undefined,
): (number | undefined)[] {
  return columns.flatMap(({ kind, source }) => {
    const isOwn = ({ kind: { kind: name }, grid }: GridAnswer) =>
      name === kind && (source === undefined || grid?.source === source);
    const own = answers?.filter(answer => isOwn(answer) && answer.resolutionMetres) ?? [];
    const [best] = own.toSorted((a, b) => a.resolutionMetres! - b.resolutionMetres!);
    // The highest class of a parcel counts: classes have no mean.
    const value = best?.value ?? best?.range?.max;
    if (kind !== elevation) return [value];
    return [value, best?.slope ? Number(best.slope.percent.toFixed(2)) : undefined];
  });
}
