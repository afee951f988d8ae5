import type {
  CostAddon,
  CostBasis,
  ReconstructionCostAnswer,
} from '../../../../client/src/types.ts';

/** An area, or an add-on, with its part of the amount in euro. */
export type CostStep =
  | { readonly kind: 'area'; readonly area: PricedArea; readonly euros: number }
  | {
      readonly kind: 'addon';
      readonly name: string;
      readonly percent: number;
      /** Of what the percentage is; absent if the cost data name no base, and then of the works. */
      readonly base: CostAddon['base'];
      /** Whether it is spent only as new: demolition. */
      readonly isOnlyNew: boolean;
      readonly euros: number;
    };

/** An area with what its rate is multiplied by. */
interface PricedArea {
  readonly type: 'main' | 'basement' | 'auxiliary';
  readonly squareMetres: number;
  readonly rateEuros: number;
  /** Of the index and of the quality, if there are any. */
  readonly factors: readonly number[];
}

/** The parts whose sum is the cost as new, in the order in which they are added. */
export function costSteps(basis: CostBasis, buildArea: number): CostStep[] {
  const main = priced('main', buildArea, basis, basis.quality?.factor);
  const others = (basis.other_areas ?? []).map(area =>
    priced(area.property_type === 'basement' ? 'basement' : 'auxiliary', area.area_m2, area),
  );
  const areas = [main, ...others].map(
    area => ({ kind: 'area', area, euros: eurosOf(area) }) as const,
  );
  const works = areas.reduce((sum, { euros }) => sum + euros, 0);
  const addons = (basis.addons?.items ?? []).map(
    ({ name, percent, base, in_as_is, amount_eur = (works * percent) / 100 }) =>
      ({
        kind: 'addon',
        name,
        percent,
        base,
        isOnlyNew: in_as_is === false,
        euros: amount_eur,
      }) as const,
  );
  return [...areas, ...addons];
}

type Rate = Pick<CostBasis, 'rate_eur_m2' | 'index'>;

function priced(
  type: PricedArea['type'],
  squareMetres: number,
  { rate_eur_m2: rateEuros, index }: Rate,
  quality?: number,
): PricedArea {
  const factors = [index?.factor, quality].filter(factor => factor !== undefined);
  return { type, squareMetres, rateEuros, factors };
}

function eurosOf({ squareMetres, rateEuros, factors }: PricedArea): number {
  return factors.reduce((product, factor) => product * factor, squareMetres * rateEuros);
}

/** Whether a rate of an answer is illustrative. */
export function isSample({ basis }: ReconstructionCostAnswer): boolean {
  return [basis, ...(basis?.other_areas ?? [])].some(rate => rate?.sample_data === true);
}
