import { useEffect, useRef } from 'preact/hooks';
import type { ReconstructionCostAnswer } from '../../../client/src/types.ts';
import { Developers } from '../developers/developers.tsx';
import { useLocale } from '../language/language.tsx';
import { useLibrary } from '../properties/use-library.tsx';
import { useClient } from '../requests/client.tsx';
import { isNoMapping } from '../requests/describe-failure.ts';
import { Failure } from '../requests/failure.tsx';
import { Loading } from '../requests/loading.tsx';
import { NothingFound } from '../requests/nothing-found.tsx';
import { type RequestState, useRequest } from '../requests/use-request.ts';
import type { Building } from '../subject/address-bar.ts';
import { type Found, hintFor } from '../subject/find.ts';
import type { Subject } from '../subject/subject.ts';
import type { PageHistory } from '../subject/use-address-bar.ts';
import { askCost } from './ask-cost.ts';
import { CostAnswer } from './cost-answer.tsx';
import { CostForm } from './cost-form.tsx';
import { costInput, isGuessed, pricingPostalCode } from './cost-input.ts';
import { useCostForm } from './use-cost-form.ts';

interface CostPanelProps extends Pick<PageHistory, 'kept' | 'keep'> {
  readonly found: Found;
  readonly building: Building;
  onChange(building: Building, isSame: boolean): void;
}

/** The cost panel: a form with the known values, and the result, which follows what is typed. */
export function CostPanel({ found, building, onChange, kept, keep }: CostPanelProps) {
  const { words } = useLocale();
  const client = useClient();
  const foundPostalCode = pricingPostalCode(found);
  const parcelM2 = found.parcel?.area;
  const form = useCostForm({
    building,
    foundPostalCode,
    parcelM2,
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
  const isUnsure = isGuessed(found) && building.postalCode === undefined;
  // An old amount below a refused value would look like its amount.
  const isRefused = Object.keys(form.faults).length > 0;
  return (
    <>
      <section class="block">
        <h2>{words.cost.heading}</h2>
        {isUnsure && <p class="notice notice-warn">{words.cost.guessedAddress}</p>}
        <CostForm form={form} foundPostalCode={foundPostalCode} parcelM2={parcelM2} />
      </section>
      <div aria-live="polite">
        {isWaiting && !last && (request.state === 'waiting' || !isFound) && <Loading lines={2} />}
        {!isWaiting && request.state === 'failed' && (
          <CostFailure failure={request.failure} onRetry={retry} />
        )}
        {!isWaiting && request.state === 'answered' && input && !request.answer && (
          <p class="notice notice-warn">{words.cost.wrongPostalCode(input.postal_code)}</p>
        )}
        {last && !isRefused && <CostAnswer {...last} isOutdated={isWaiting} />}
      </div>
      {input && <Developers calls={[{ operation: 'reconstructionCost', input: { ...input } }]} />}
    </>
  );
}

function CostFailure({ failure, onRetry }: { failure: unknown; onRetry(): void }) {
  const { words } = useLocale();
  if (!isNoMapping(failure)) return <Failure failure={failure} onRetry={onRetry} />;
  return (
    <NothingFound layer="costs">
      <p class="notice notice-warn">{words.cost.noMapping}</p>
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
