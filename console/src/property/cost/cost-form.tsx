import { Button } from '../../tools/form/button.tsx';
import '../../tools/design/cost.css';
import type { TargetedSubmitEvent } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { yearOf } from '#domain/property/cost/ageing.ts';
import { dwellingTypes, type PropertyType, propertyTypes } from '#domain/property/cost/building.ts';
import { areasOfTypesM2, firstPlausibleYear } from '#domain/property/plausible.ts';
import type { ReconstructionCostTermsAnswer } from '../../../../client/src/types.ts';
import { Choice } from '../../tools/form/choice.tsx';
import { Field, SelectField } from '../../tools/form/field.tsx';
import { useLocale } from '../../tools/language/language.ts';
import type { BuildingFault, BuildingField } from './read-building.ts';
import type { Refusals } from './refusals.ts';
import { type FieldParts, TermsForm } from './terms-form.tsx';
import type { useCostForm } from './use-cost-form.ts';
import { useCostWords } from './words.ts';

interface CostFormProps {
  readonly form: ReturnType<typeof useCostForm>;
  readonly foundPostalCode: string | undefined;
  readonly parcelM2: number | undefined;
  readonly standsM2: number | undefined;
  /** What the loaded data offer for the type; undefined until the service has answered. */
  readonly loaded: ReconstructionCostTermsAnswer | undefined;
  /** What the service refused. */
  readonly refusals: Refusals;
}

/** The form for the cost. A field that was left, or sent, shows its fault or its question. */
export function CostForm(props: CostFormProps) {
  const { form, foundPostalCode, parcelM2, standsM2, loaded, refusals } = props;
  const { typed, faults, today } = form;
  const { own, words, format } = useCostWords();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const focus = (field: BuildingField) => {
    const input = document.getElementById(`${id}-${field}`);
    const more = input?.closest('details');
    if (more) more.open = true;
    input?.focus();
  };
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wrong = form.submit();
    if (wrong) focus(wrong);
  };
  const field = (name: BuildingField): FieldParts => ({
    id: `${id}-${name}`,
    value: typed[name],
    onInput: (text: string) => form.type({ [name]: text }),
    // A pressed button reads all fields; a fault that appears now would move it from the pointer.
    onLeave: () => {
      if (!button.current?.matches(':active')) form.leave(name);
    },
    onChoose: (choice: number) => {
      const wrong = form.take(name, faults[name]!.meant[choice]!);
      // The buttons are gone now; the chosen value is in the field.
      focus(wrong ?? name);
    },
    ...(faults[name] ? faultOf(name, faults[name]) : { fault: refusals[name] }),
  });

  return (
    <form class="form" onSubmit={submit} noValidate>
      <TypeChoice
        id={`${id}-type`}
        type={typed.propertyType}
        loaded={loaded?.property_types}
        fault={refusals.propertyType}
        onChoose={propertyType => form.choose({ propertyType })}
      />
      <div class="form-row">
        <Field {...field('buildArea')} label={words.cost.buildArea} inputMode="decimal" />
        <Field
          {...field('postalCode')}
          label={words.cost.postalCode}
          inputMode="numeric"
          autocomplete="postal-code"
          hint={postalCodeHint()}
        />
      </div>
      <Field
        {...field('constructionYear')}
        label={`${words.cost.constructionYear} (${words.cost.optional})`}
        inputMode="numeric"
        hint={words.cost.constructionYearHint}
      />
      <TermsForm
        typed={typed}
        loaded={loaded}
        today={today}
        faults={faults}
        refusals={refusals}
        idOf={name => `${id}-${name}`}
        fieldOf={field}
        onChoose={form.choose}
      />
      <Button look="main" ref={button} type="submit">
        {words.cost.submit}
      </Button>
    </form>
  );

  /** The fault of a field, or a question with the values to choose from. */
  function faultOf(name: BuildingField, { why, meant }: BuildingFault) {
    const { confirm, question } = words.cost;
    const { unusual } = own;
    const choices = meant.map(value => written(name, value));
    if (why === 'unreadable') {
      if (choices.length === 0) return { fault: faultText(name) };
      return { fault: question(typed[name].trim(), choices), choices };
    }
    const { least, most } = areasOfTypesM2[typed.propertyType];
    const text =
      why === 'parcel'
        ? unusual.parcel(format.area(parcelM2 ?? 0))
        : why === 'buildings'
          ? unusual.buildings(format.area(Math.round(standsM2 ?? 0)))
          : name === 'buildArea'
            ? unusual.buildArea(format.number(least), format.number(most))
            : unusual.constructionYear(firstPlausibleYear);
    return { fault: text, choices: choices.map(confirm) };
  }

  function written(name: BuildingField, value: number): string {
    if (name === 'constructionYear' || name === 'renovationYear') return String(value);
    return `${format.typed(value)}\u00a0${name === 'sumInsured' ? '€' : 'm²'}`;
  }

  function faultText(name: BuildingField): string {
    const { fault } = words.cost;
    const lastYear = yearOf(/^\d{4}-/.test(typed.valuationDate) ? typed.valuationDate : today);
    const years: Partial<Record<BuildingField, string>> = {
      postalCode: fault.postalCode,
      constructionYear: fault.constructionYear(lastYear),
      renovationYear: own.faults.renovationYear(typed.constructionYear.trim(), lastYear),
      valuationDate: own.faults.valuationDate,
      sumInsured: own.faults.sumInsured,
    };
    return years[name] ?? fault.buildArea;
  }

  function postalCodeHint(): string {
    if (typed.rates === '' && foundPostalCode === undefined) return words.cost.postalCodeHint;
    if (foundPostalCode === undefined) return '';
    return typed.postalCode === foundPostalCode
      ? words.cost.fromSearch
      : words.cost.otherPostalCode(foundPostalCode);
  }
}

interface TypeChoiceProps {
  readonly id: string;
  readonly type: PropertyType;
  readonly loaded: readonly string[] | undefined;
  readonly fault: string | undefined;
  onChoose(type: PropertyType): void;
}

/** The types with loaded rates: buttons next to each other, or a list if they are many. */
function TypeChoice({ id, type, loaded = dwellingTypes, fault, onChoose }: TypeChoiceProps) {
  const { words } = useLocale();
  // A type of a link stays visible if it is not loaded.
  const types = propertyTypes.filter(name => loaded.includes(name) || name === type);
  const options = types.map(name => [name, words.cost.types[name]] as const);
  const label = words.cost.propertyType;
  if (types.length > dwellingTypes.length) {
    const choose = (value: string) => onChoose(types.find(name => name === value)!);
    return <SelectField {...{ id, label, options, fault }} value={type} onInput={choose} />;
  }
  return <Choice legend={label} {...{ options, fault, onChoose }} chosen={type} />;
}
