import { useState } from 'preact/hooks';
import { useClient } from '../asking/client.tsx';
import { Failure } from '../asking/failure.tsx';
import { isNoMapping } from '../asking/failure-words.ts';
import { useAnswer } from '../asking/use-answer.ts';
import { Waiting } from '../asking/waiting.tsx';
import { Developers } from '../developers/developers.tsx';
import { useSpeech } from '../language/language.tsx';
import type { Building } from '../subject/address-bar.ts';
import { CostAnswer } from './cost-answer.tsx';
import { CostForm } from './cost-form.tsx';
import { readBuilding, yearInAthens } from './read-building.ts';

interface CostPanelProps {
  /** The postal code that the search found. */
  readonly foundPostalCode: string | undefined;
  readonly building: Building;
  onChange(building: Building): void;
}

/** The cost: a form with what is known already, and its answer. */
export function CostPanel({ foundPostalCode, building, onChange }: CostPanelProps) {
  const { words } = useSpeech();
  const client = useClient();
  const [thisYear] = useState(() => yearInAthens(new Date()));
  const known = { ...(foundPostalCode && { postalCode: foundPostalCode }), ...building };
  const read = readBuilding(known, thisYear);
  const input = 'input' in read && building.buildArea ? read.input : undefined;
  const [asked, again] = useAnswer(input && JSON.stringify(input), signal =>
    client.reconstructionCost(input!, { signal }),
  );
  return (
    <>
      <section class="block">
        <h2>{words.cost.heading}</h2>
        <CostForm
          key={foundPostalCode}
          building={known}
          foundPostalCode={foundPostalCode}
          thisYear={thisYear}
          onSubmit={onChange}
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
