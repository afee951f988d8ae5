import { KtimaError } from '../errors.ts';
import {
  type CostAnswer,
  type CostTable,
  type PropertyType,
  reconstructionCost,
} from '../property/cost.ts';
import type { Section } from './section.ts';

/** The known data of a building. */
export interface Building {
  readonly propertyType: PropertyType | undefined;
  readonly buildAreaM2: number | undefined;
  readonly constructionYear: number | undefined;
}

/** The cost, if the building and its postal code are known well enough. */
export function costSection(
  costs: CostTable,
  { propertyType, buildAreaM2, constructionYear }: Building,
  postalCode: Section<string>,
  today: string,
): Section<CostAnswer> {
  if (propertyType === undefined || buildAreaM2 === undefined) {
    return {
      reason: 'the cost needs property_type and build_area, and at least one was not sent',
      kind: 'property_type or build_area is missing',
    };
  }
  if ('reason' in postalCode) return postalCode;
  const question = {
    postalCode: postalCode.found,
    propertyType,
    buildAreaM2,
    constructionYear,
    today,
  };
  try {
    return { found: reconstructionCost(costs, question) };
  } catch (error) {
    if (!(error instanceof KtimaError && error.code === 'NO_COST_MAPPING')) throw error;
    return {
      reason: error.message,
      kind: 'no cost for this postal-code prefix and property type',
    };
  }
}
