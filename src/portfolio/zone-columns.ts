import { KtimaError } from '../errors.ts';
import { type ZoneAnswers, type ZoneData, zoneKindsOf } from '../report/zones.ts';

/** A kind of zones that gets columns. */
export interface ChosenKind {
  readonly kind: string;
  readonly name: { readonly el: string; readonly en: string };
}

type KindAnswer = ZoneAnswers['kinds'][number];

/**
 * The kinds of `--zones`: by default the loaded ones, in the order of their names; `false` is none.
 * Throws USAGE for an unknown name.
 */
export async function chooseKinds(
  data: Pick<ZoneData, 'store' | 'zoneKinds'>,
  asked: string | false | undefined,
): Promise<readonly ChosenKind[]> {
  if (asked === false) return [];
  const { known, loaded } = await zoneKindsOf(data);
  const names = asked?.split(',').map(name => name.trim()) ?? [...loaded].sort();
  return [...new Set(names)].map(kind => {
    const name = known.get(kind)?.name;
    if (name) return { kind, name };
    const expected = `some of ${[...known.keys()].join(', ')}`;
    throw new KtimaError('USAGE', `--zones: expected ${expected}; got ${kind}`);
  });
}

/** The names of the columns of some kinds; `-` in a kind becomes `_`. */
export function zoneNames(kinds: readonly ChosenKind[]): string[] {
  const own = kinds.flatMap(({ kind }) =>
    ['result', 'class', 'distance_m'].map(part => `zone_${kind.replaceAll('-', '_')}_${part}`),
  );
  return kinds.length > 0 ? [...own, 'sea_distance_m'] : [];
}

/** The values of a row in the order of `zoneNames`. */
export function zoneValues(
  kinds: readonly ChosenKind[],
  answers: ZoneAnswers | undefined,
): (string | number | undefined)[] {
  const own = kinds.flatMap(({ kind }) => {
    const answer = answerOf(answers, kind);
    return [answer?.result, answer && classOf(answer), answer && distanceOf(answer)];
  });
  return kinds.length > 0 ? [...own, answers?.sea?.metres] : [];
}

/**
 * The group of a row in the summary: the class of the severest zone if the row is inside, otherwise
 * with what is doubtful about it, or why there is none. Empty without a position.
 */
export function zoneGroup(answers: ZoneAnswers | undefined, { kind }: ChosenKind): string {
  const answer = answerOf(answers, kind);
  if (!answer) return '';
  const severest = classOf(answer);
  if (severest === undefined) return answer.result;
  return answer.result === 'inside' ? `${severest}` : `${severest} (${answer.result})`;
}

function answerOf(answers: ZoneAnswers | undefined, kind: string): KindAnswer | undefined {
  return answers?.kinds.find(answer => answer.kind.kind === kind);
}

/** The value that decides on the severity of the severest zone; without one its name or first value. */
function classOf({ kind, zones: [severest] }: KindAnswer): string | number | undefined {
  if (!severest) return undefined;
  const { label, attributes } = severest;
  if (kind.severity) return attributes[kind.severity.field] ?? label ?? undefined;
  return label ?? kind.fields.map(({ field }) => attributes[field]).find(one => one !== undefined);
}

/** Metres to the nearest zone: 0 in one, unknown if the position is too rough to say. */
function distanceOf({ result, nearest }: KindAnswer): number | undefined {
  return result === 'inside' || result === 'partly_inside' ? 0 : nearest?.metres;
}
