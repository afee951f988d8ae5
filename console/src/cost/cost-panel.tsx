import { Developers } from '../developers/developers.tsx';
import { useLocale } from '../language/language.tsx';
import { useClient } from '../requests/client.tsx';
import { isNoMapping } from '../requests/describe-failure.ts';
import { Failure } from '../requests/failure.tsx';
import { Loading } from '../requests/loading.tsx';
import { useRequest } from '../requests/use-request.ts';
import type { Building } from '../subject/address-bar.ts';
import { type Found, hintFor } from '../subject/find.ts';
import { askCost } from './ask-cost.ts';
import { CostAnswer } from './cost-answer.tsx';
import { CostForm } from './cost-form.tsx';
import { costInput, isGuessed, pricingPostalCode } from './cost-input.ts';
import { useCostForm } from './use-cost-form.ts';

interface CostPanelProps {
  readonly found: Found;
  readonly building: Building;
  onChange(building: Building): void;
}

/** The cost panel: a form with the known values, and the result. */
export function CostPanel({ found, building, onChange }: CostPanelProps) {
  const { words } = useLocale();
  const client = useClient();
  const foundPostalCode = pricingPostalCode(found);
  const isUnsure = isGuessed(found) && building.postalCode === undefined;
  const form = useCostForm(building, foundPostalCode, onChange);
  // Until the property is found with the new postal code, the shown one may be of another town.
  const isFound = found.hint === hintFor(found.subject, building.postalCode);
  const input = isFound ? costInput(found, building) : undefined;
  const [request, retry] = useRequest(input && JSON.stringify([found.subject, input]), signal =>
    askCost(client, found, input!, { signal }),
  );
  if (!found.address) {
    return (
      <section class="block">
        <h2>{words.cost.heading}</h2>
        <p class="notice notice-warn">{words.cost.outside}</p>
      </section>
    );
  }
  return (
    <>
      <section class="block">
        <h2>{words.cost.heading}</h2>
        {isUnsure && <p class="notice notice-warn">{words.cost.guessedAddress}</p>}
        <CostForm
          typed={form.typed}
          faults={form.faults}
          foundPostalCode={foundPostalCode}
          thisYear={form.thisYear}
          onType={form.type}
          onSubmit={form.submit}
        />
      </section>
      <div aria-live="polite">
        {(request.state === 'waiting' || !isFound) && <Loading lines={2} />}
        {request.state === 'failed' &&
          (isNoMapping(request.failure) ? (
            <p class="notice notice-warn">{words.cost.noMapping}</p>
          ) : (
            <Failure failure={request.failure} onRetry={retry} />
          ))}
        {request.state === 'answered' && input && !request.answer && (
          <p class="notice notice-warn">{words.cost.wrongPostalCode(input.postal_code)}</p>
        )}
        {request.state === 'answered' && input && request.answer && (
          <CostAnswer answer={request.answer} buildArea={input.build_area} />
        )}
      </div>
      {input && <Developers calls={[{ operation: 'reconstructionCost', input: { ...input } }]} />}
    </>
  );
}
