import type { TargetedSubmitEvent } from 'preact';
import { useId, useState } from 'preact/hooks';
import { Field } from '../form/field.tsx';
import { useSpeech } from '../language/language.tsx';
import { type Building, propertyTypes } from '../subject/address-bar.ts';
import { type BuildingField, readBuilding } from './read-building.ts';

interface CostFormProps {
  readonly building: Building;
  readonly foundPostalCode: string | undefined;
  readonly thisYear: number;
  onSubmit(building: Building): void;
}

/** What the cost depends on. Faults are told when the form is sent, at the field they concern. */
export function CostForm({ building, foundPostalCode, thisYear, onSubmit }: CostFormProps) {
  const { words } = useSpeech();
  const id = useId();
  const [typed, setTyped] = useState<Building>(building);
  const [faults, setFaults] = useState<readonly BuildingField[]>([]);
  const type = typed.propertyType ?? 'apartment';

  const change = (part: Building) => setTyped(before => ({ ...before, ...part }));
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const read = readBuilding(typed, thisYear);
    const found = 'faults' in read ? read.faults : [];
    setFaults(found);
    if (found[0]) document.getElementById(`${id}-${found[0]}`)?.focus();
    else onSubmit({ ...typed, propertyType: type });
  };
  const isFromSearch = foundPostalCode !== undefined && typed.postalCode === foundPostalCode;

  return (
    <form class="form" onSubmit={submit} noValidate>
      <fieldset class="choice">
        <legend>{words.cost.propertyType}</legend>
        {propertyTypes.map(name => (
          <label key={name}>
            <input
              type="radio"
              name={`${id}-type`}
              checked={type === name}
              onChange={() => change({ propertyType: name })}
            />
            <span>{words.cost.types[name]}</span>
          </label>
        ))}
      </fieldset>
      <div class="form-row">
        <Field
          id={`${id}-buildArea`}
          label={words.cost.buildArea}
          inputMode="decimal"
          value={typed.buildArea ?? ''}
          fault={faults.includes('buildArea') ? words.cost.fault.buildArea : undefined}
          onInput={buildArea => change({ buildArea })}
        />
        <Field
          id={`${id}-postalCode`}
          label={words.cost.postalCode}
          inputMode="numeric"
          autocomplete="postal-code"
          value={typed.postalCode ?? ''}
          hint={isFromSearch ? words.cost.fromSearch : words.cost.postalCodeHint}
          fault={faults.includes('postalCode') ? words.cost.fault.postalCode : undefined}
          onInput={postalCode => change({ postalCode })}
        />
      </div>
      <Field
        id={`${id}-constructionYear`}
        label={`${words.cost.constructionYear} (${words.cost.optional})`}
        inputMode="numeric"
        value={typed.constructionYear ?? ''}
        hint={words.cost.constructionYearHint}
        fault={
          faults.includes('constructionYear')
            ? words.cost.fault.constructionYear(thisYear)
            : undefined
        }
        onInput={constructionYear => change({ constructionYear })}
      />
      <button type="submit" class="button button-main">
        {words.cost.submit}
      </button>
    </form>
  );
}
