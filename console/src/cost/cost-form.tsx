import type { TargetedSubmitEvent } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { dwellingTypes } from '../../../src/property/building.ts';
import { firstPlausibleYear, plausibleAreaM2 } from '../../../src/property/plausible.ts';
import { Field } from '../form/field.tsx';
import { useLocale } from '../language/language.tsx';
import type { BuildingField } from './read-building.ts';
import type { useCostForm } from './use-cost-form.ts';

interface CostFormProps {
  readonly form: ReturnType<typeof useCostForm>;
  readonly foundPostalCode: string | undefined;
  readonly parcelM2: number | undefined;
}

/** The form for the cost. A field that was left, or sent, shows its fault or its question. */
export function CostForm({ form, foundPostalCode, parcelM2 }: CostFormProps) {
  const { typed, faults, thisYear } = form;
  const { words, format } = useLocale();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const focus = (field: BuildingField) => document.getElementById(`${id}-${field}`)?.focus();
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wrong = form.submit();
    if (wrong) focus(wrong);
  };
  const asked = {
    buildArea: faultOf('buildArea', area => `${format.typed(area)}\u00a0m²`),
    constructionYear: faultOf('constructionYear', String),
  };
  const field = (name: BuildingField) => ({
    id: `${id}-${name}`,
    value: typed[name],
    onInput: (text: string) => form.type({ [name]: text }),
    // A pressed button reads all fields; a fault that appears now would move it from the pointer.
    onLeave: () => button.current?.matches(':active') || form.leave(name),
    onChoose: (choice: number) => {
      const wrong = form.take(name, faults[name]!.meant[choice]!);
      // The buttons are gone now; the chosen value is in the field.
      focus(wrong ?? name);
    },
  });

  return (
    <form class="form" onSubmit={submit} noValidate>
      <fieldset class="choice">
        <legend>{words.cost.propertyType}</legend>
        {dwellingTypes.map(name => (
          <label key={name}>
            <input
              type="radio"
              name={`${id}-type`}
              checked={typed.propertyType === name}
              onChange={() => form.chooseType(name)}
            />
            <span>{words.cost.types[name]}</span>
          </label>
        ))}
      </fieldset>
      <div class="form-row">
        <Field
          {...field('buildArea')}
          {...asked.buildArea}
          label={words.cost.buildArea}
          inputMode="decimal"
        />
        <Field
          {...field('postalCode')}
          label={words.cost.postalCode}
          inputMode="numeric"
          autocomplete="postal-code"
          hint={postalCodeHint()}
          fault={faults.postalCode && words.cost.fault.postalCode}
        />
      </div>
      <Field
        {...field('constructionYear')}
        {...asked.constructionYear}
        label={`${words.cost.constructionYear} (${words.cost.optional})`}
        inputMode="numeric"
        hint={words.cost.constructionYearHint}
      />
      <button ref={button} type="submit" class="button button-main">
        {words.cost.submit}
      </button>
    </form>
  );

  /** The fault of a field, or a question with the values to choose from. */
  function faultOf(name: 'buildArea' | 'constructionYear', write: (value: number) => string) {
    const found = faults[name];
    if (!found) return {};
    const meant = found.meant.map(write);
    const { fault, unusual, confirm, question } = words.cost;
    if (found.why === 'parcel') {
      return { fault: unusual.parcel(format.area(parcelM2 ?? 0)), choices: meant.map(confirm) };
    }
    if (found.why === 'unusual') {
      const { least, most } = plausibleAreaM2;
      const text =
        name === 'buildArea'
          ? unusual.buildArea(format.number(least), format.number(most))
          : unusual.constructionYear(firstPlausibleYear);
      return { fault: text, choices: meant.map(confirm) };
    }
    if (meant.length > 0) return { fault: question(typed[name].trim(), meant), choices: meant };
    return { fault: name === 'buildArea' ? fault.buildArea : fault.constructionYear(thisYear) };
  }

  function postalCodeHint(): string {
    if (foundPostalCode === undefined) return words.cost.postalCodeHint;
    return typed.postalCode === foundPostalCode
      ? words.cost.fromSearch
      : words.cost.otherPostalCode(foundPostalCode);
  }
}
