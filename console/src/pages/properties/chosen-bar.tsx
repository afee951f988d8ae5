import { useId, useState } from 'preact/hooks';
import type { Property, PropertyStatus } from '../../state/library/property.ts';
import { useLibrary } from '../../state/library/use-library.tsx';
import { Button } from '../../tools/form/button.tsx';
import { Options } from '../../tools/form/field.tsx';
import { readLabels } from './property-list.ts';
import { usePropertiesWords } from './words.ts';

interface ChosenBarProps {
  readonly chosen: readonly Property[];
  /** Chooses all that the list shows, or none. */
  onChoose(isAll: boolean): void;
}

/** What can be done with the chosen properties; it stays in view. */
export function ChosenBar({ chosen, onChoose }: ChosenBarProps) {
  const { own } = usePropertiesWords();
  const { library } = useLibrary();
  const id = useId();
  const [typed, setTyped] = useState('');
  const mark = (marksOf: (one: Property) => Partial<Pick<Property, 'status' | 'labels'>>) => {
    for (const one of chosen) library.change(one.subject, { ...marksOf(one), isSaved: true });
  };
  return (
    <div class="properties-chosen">
      <p class="small" role="status">
        {chosen.length === 0 ? own.chooseSome : own.chosen(chosen.length)}
      </p>
      <Button look="small" onClick={() => onChoose(chosen.length === 0)}>
        {chosen.length === 0 ? own.chooseAll : own.chooseNone}
      </Button>
      {chosen.length > 0 && (
        <form
          onSubmit={event => {
            event.preventDefault();
            mark(({ labels }) => ({ labels: readLabels([...labels, typed].join(',')) }));
            setTyped('');
          }}
        >
          <label class="visually-hidden" for={`${id}label`}>
            {own.addLabel}
          </label>
          <input
            id={`${id}label`}
            maxLength={100}
            placeholder={own.label}
            value={typed}
            onInput={event => setTyped(event.currentTarget.value)}
          />
          <Button look="small" type="submit">
            {own.addLabel}
          </Button>
          <select
            aria-label={own.setStatus}
            value="any"
            onChange={({ currentTarget }) => {
              const status = currentTarget.value as PropertyStatus;
              mark(() => ({ status }));
              currentTarget.value = 'any';
            }}
          >
            <Options of={[['any', own.setStatus], ...Object.entries(own.statuses)]} />
          </select>
        </form>
      )}
    </div>
  );
}
