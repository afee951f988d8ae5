import { useClient } from '../asking/client.tsx';
import { Failure } from '../asking/failure.tsx';
import { isNoMapping } from '../asking/failure-words.ts';
import { useAnswer } from '../asking/use-answer.ts';
import { Waiting } from '../asking/waiting.tsx';
import { Developers } from '../developers/developers.tsx';
import { useSpeech } from '../language/language.tsx';
import type { Building } from '../subject/address-bar.ts';
import type { Found } from '../subject/find.ts';
import { CostAnswer } from './cost-answer.tsx';
import { CostForm } from './cost-form.tsx';
import { costInput, postalCodeOf } from './cost-input.ts';
import { useCostForm } from './use-cost-form.ts';

interface CostPanelProps {
  readonly found: Found;
  readonly building: Building;
  onChange(building: Building): void;
}

/** The cost: a form with what is known already, and its answer. */
export function CostPanel({ found, building, onChange }: CostPanelProps) {
  const { words } = useSpeech();
  const client = useClient();
  const foundPostalCode = postalCodeOf(found);
  const form = useCostForm(building, foundPostalCode, onChange);
  const input = costInput(found, building);
  const [asked, again] = useAnswer(input && JSON.stringify(input), signal =>
    client.reconstructionCost(input!, { signal }),
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
        {asked.state === 'waiting' && <Waiting lines={2} />}
        {asked.state === 'failed' &&
          (isNoMapping(asked.failure) ? (
            <p class="notice notice-warn">{words.cost.noMapping}</p>
          ) : (
            <Failure failure={asked.failure} onRetry={again} />
          ))}
        {asked.state === 'answered' && input && (
          <CostAnswer answer={asked.answer} buildArea={input.build_area} />
        )}
      </div>
      {input && <Developers calls={[{ operation: 'reconstructionCost', input: { ...input } }]} />}
    </>
  );
}
