import { useEffect, useRef } from 'preact/hooks';
import type { ReconstructionCostAnswer } from '../../../../client/src/types.ts';
import { useLibrary } from '../../state/library/use-library.tsx';
import type { Building } from '../../state/subject/address-bar.ts';
import type { TermName } from '../../state/subject/cost-terms.ts';
import { type Found, hintFor } from '../../state/subject/find.ts';
import type { Subject } from '../../state/subject/subject.ts';
import type { PageHistory } from '../../state/subject/use-address-bar.ts';
import { Developers } from '../../tools/developers/developers.tsx';
import { isNoMapping } from '../../tools/requests/describe-failure.ts';
import { NothingFound } from '../../tools/requests/nothing-found.tsx';
import { Failure, Loading } from '../../tools/requests/unanswered.tsx';
import {
  type RequestState,
  useClient,
  useLastAnswer,
  useRequest,
} from '../../tools/requests/use-request.ts';
import { useBuildings } from '../buildings/buildings-section.tsx';
import { askCost } from './ask-cost.ts';
import { CostAnswer } from './cost-answer.tsx';
import { CostForm } from './cost-form.tsx';
import { costInput, isGuessed, pricingPostalCode } from './cost-input.ts';
import { isWithoutRates, type Refusals, type RefusedField, refusalsOf } from './refusals.ts';
import { useCostForm } from './use-cost-form.ts';
import { useCostWords } from './words.ts';

interface CostPanelProps extends Pick<PageHistory, 'kept' | 'keep'> {
  readonly found: Found;
  readonly building: Building;
  onChange(building: Building, isSame: boolean): void;
}

/** The cost panel: a form with the known values, and the result, which follows what is typed. */
export function CostPanel(props: CostPanelProps) {
  const { found, building, onChange, kept, keep } = props;
  const locale = useCostWords();
  const { words } = locale;
  const client = useClient();
  const foundPostalCode = pricingPostalCode(found);
  const parcelM2 = found.parcel?.area;
  const buildings = useBuildings(found);
  const standsM2 = (buildings?.kaek && buildings.floor_area_most_m2) || undefined;
  const form = useCostForm({
    building,
    foundPostalCode,
    parcelM2,
    standsM2,
    unsent: () => kept().typed,
    keepUnsent: typed => keep({ typed }),
    onChange,
  });
  // Until the property is found with the new postal code, the shown one may be of another town.
  const isFound = found.hint === hintFor(found.subject, building.postalCode);
  const input = isFound ? costInput(found, building) : undefined;
  const [request, retry] = useRequest(input && JSON.stringify([found.subject, input]), signal =>
    askCost(client, found, input!, { signal }),
  );
  const { propertyType } = form.typed;
  const [terms] = useRequest(propertyType, signal =>
    client.reconstructionCostTerms({ property_type: propertyType }, { signal }),
  );
  const offered = useLastAnswer(terms, 'terms');
  useKeepCost(found.subject, building, request);
  const isWaiting = form.isPending || request.state === 'waiting' || !isFound;
  const last = useLastCost(request, input?.build_area, isWaiting);
  if (!found.address) {
    return (
      <section class="block">
        <h2>{words.cost.heading}</h2>
        <p class="notice notice-warn">{words.cost.outside}</p>
      </section>
    );
  }
  const refusals =
    !isWaiting && request.state === 'failed' ? refusalsOf(request.failure, form.typed, locale) : {};
  const isUnsure = isGuessed(found) && building.postalCode === undefined;
  // An old amount below a refused value would look like its amount.
  const isRefused = Object.keys(form.faults).length > 0;
  return (
    <NothingFound layer="costs">
      <section class="block">
        <h2>{words.cost.heading}</h2>
        {isUnsure && <p class="notice notice-warn">{words.cost.guessedAddress}</p>}
        <CostForm
          form={form}
          foundPostalCode={foundPostalCode}
          parcelM2={parcelM2}
          standsM2={standsM2}
          loaded={offered.state === 'answered' ? offered.answer : undefined}
          refusals={refusals}
        />
      </section>
      <div aria-live="polite">
        {isWaiting && !last && (request.state === 'waiting' || !isFound) && <Loading lines={2} />}
        {!isWaiting && request.state === 'failed' && (
          <CostFailure failure={request.failure} refusals={refusals} onRetry={retry} />
        )}
        {!isWaiting && request.state === 'answered' && input && !request.answer && (
          <p class="notice notice-warn">{words.cost.wrongPostalCode(input.postal_code)}</p>
        )}
        {last && !isRefused && <CostAnswer {...last} isOutdated={isWaiting} />}
      </div>
      {input && <Developers calls={[{ operation: 'reconstructionCost', input }]} />}
    </NothingFound>
  );
}

interface CostFailureProps {
  readonly failure: unknown;
  /** What is shown at the fields. */
  readonly refusals: Refusals;
  onRetry(): void;
}

/** Why there is no cost; what is wrong with a field is also shown there. */
function CostFailure({ failure, refusals, onRetry }: CostFailureProps) {
  const { own, words } = useCostWords();
  const atFields = Object.keys(refusals) as RefusedField[];
  if (atFields.length === 0 && !isNoMapping(failure)) {
    return <Failure failure={failure} onRetry={onRetry} />;
  }
  const labels = atFields.map(name =>
    name in own.fields ? own.fields[name as TermName] : words.cost[name as 'buildArea'],
  );
  return (
    <NothingFound layer="costs" isEmpty={isWithoutRates(failure)}>
      <p class="notice notice-warn">
        {labels.length > 0 ? own.seeFields(labels) : words.cost.noMapping}
      </p>
    </NothingFound>
  );
}

/** Keeps the amounts with the property, for the list of properties. */
function useKeepCost(
  subject: Subject,
  building: Building,
  request: RequestState<ReconstructionCostAnswer | undefined>,
): void {
  const { library } = useLibrary();
  const cost = request.state === 'answered' ? request.answer?.reconstruction_cost : undefined;
  useEffect(() => {
    if (!cost) return;
    const { as_new: asNew, as_is: asIs } = cost;
    const { unclearArea: _, ...known } = building;
    const kept = { asNew, ...(asIs !== undefined && { asIs }) };
    library.change(subject, { building: known, cost: kept });
  }, [library, cost]);
}

interface ShownCost {
  readonly answer: ReconstructionCostAnswer;
  readonly buildArea: number;
}

/** The last amounts, which stay until there are others, or it is clear that there are none. */
function useLastCost(
  request: RequestState<ReconstructionCostAnswer | undefined>,
  buildArea: number | undefined,
  isWaiting: boolean,
): ShownCost | undefined {
  const last = useRef<ShownCost | undefined>(undefined);
  const isNone = request.state === 'failed' || (request.state === 'idle' && !isWaiting);
  if (isNone) last.current = undefined;
  if (request.state === 'answered' && buildArea !== undefined) {
    last.current = request.answer && { answer: request.answer, buildArea };
  }
  return last.current;
}
