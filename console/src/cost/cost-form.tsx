import type { TargetedSubmitEvent } from 'preact';
import { useId } from 'preact/hooks';
import { propertyTypes } from '../../../src/property/cost.ts';
import { Field } from '../form/field.tsx';
import { useLocale } from '../language/language.tsx';
import type { BuildingFaults, BuildingField, TypedBuilding } from './read-building.ts';

interface CostFormProps {
  readonly typed: TypedBuilding;
  readonly faults: BuildingFaults;
  readonly foundPostalCode: string | undefined;
  readonly thisYear: number;
  onType(part: Partial<TypedBuilding>): void;
  /** Submits the form; returns the first invalid field. */
  onSubmit(part?: Partial<TypedBuilding>): BuildingField | undefined;
}

/** The form for the cost. After a submit, each invalid field shows its fault. */
export function CostForm(props: CostFormProps) {
  const { typed, faults, foundPostalCode, thisYear, onType } = props;
  const { words, format } = useLocale();
  const id = useId();
  const focus = (field: BuildingField) => document.getElementById(`${id}-${field}`)?.focus();
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wrong = props.onSubmit();
    if (wrong) focus(wrong);
  };
  const choose = (field: BuildingField, meant: number) => {
    const wrong = props.onSubmit({ [field]: format.typed(meant) });
    // The buttons are gone now; the chosen value is in the field.
    focus(wrong ?? field);
  };
  const areas = faults.buildArea?.map(area => `${format.typed(area)}\u00a0m²`);
  const years = faults.constructionYear?.map(String);

  return (
    <form class="form" onSubmit={submit} noValidate>
      <fieldset class="choice">
        <legend>{words.cost.propertyType}</legend>
        {propertyTypes.map(name => (
          <label key={name}>
            <input
              type="radio"
              name={`${id}-type`}
              checked={typed.propertyType === name}
              onChange={() => onType({ propertyType: name })}
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
          value={typed.buildArea}
          fault={areas && faultText(typed.buildArea, areas, words.cost.fault.buildArea)}
          choices={areas}
          onChoose={choice => choose('buildArea', faults.buildArea![choice]!)}
          onInput={buildArea => onType({ buildArea })}
        />
        <Field
          id={`${id}-postalCode`}
          label={words.cost.postalCode}
          inputMode="numeric"
          autocomplete="postal-code"
          value={typed.postalCode}
          hint={postalCodeHint()}
          fault={faults.postalCode && words.cost.fault.postalCode}
          onInput={postalCode => onType({ postalCode })}
        />
      </div>
      <Field
        id={`${id}-constructionYear`}
        label={`${words.cost.constructionYear} (${words.cost.optional})`}
        inputMode="numeric"
        value={typed.constructionYear}
        hint={words.cost.constructionYearHint}
        fault={
          years &&
          faultText(typed.constructionYear, years, words.cost.fault.constructionYear(thisYear))
        }
        choices={years}
        onChoose={choice => choose('constructionYear', faults.constructionYear![choice]!)}
        onInput={constructionYear => onType({ constructionYear })}
      />
      <button type="submit" class="button button-main">
        {words.cost.submit}
      </button>
    </form>
  );

  /** The fault of a field; a question when a likely value is known. */
  function faultText(text: string, meant: readonly string[], fault: string): string {
    return meant.length > 0 ? words.cost.question(text.trim(), meant) : fault;
  }

  function postalCodeHint(): string {
    if (foundPostalCode === undefined) return words.cost.postalCodeHint;
    return typed.postalCode === foundPostalCode
      ? words.cost.fromSearch
      : words.cost.otherPostalCode(foundPostalCode);
  }
}
