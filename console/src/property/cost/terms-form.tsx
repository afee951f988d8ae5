import type { ReconstructionCostTermsAnswer } from '../../../../client/src/types.ts';
import { agingTerms, type TermName, termNames } from '../../state/subject/cost-terms.ts';
import type { TypedBuilding } from '../../state/subject/history-state.ts';
import { useKept } from '../../tools/browser/use-kept.ts';
import { Check, Field, SelectField } from '../../tools/form/field.tsx';
import type { BuildingFaults } from './read-building.ts';
import { nameIn, type Refusals } from './refusals.ts';
import { useCostWords } from './words.ts';

/** What a field of the form has besides its label. */
export interface FieldParts {
  readonly id: string;
  readonly value: string;
  readonly fault?: string | undefined;
  readonly choices?: readonly string[] | undefined;
  onInput(text: string): void;
  onLeave(): void;
  onChoose(choice: number): void;
}

interface TermsFormProps {
  readonly typed: TypedBuilding;
  /** Undefined until the service has answered. */
  readonly loaded: ReconstructionCostTermsAnswer | undefined;
  readonly today: string;
  readonly faults: BuildingFaults;
  readonly refusals: Refusals;
  idOf(name: TermName): string;
  fieldOf(
    name: 'valuationDate' | 'basementArea' | 'auxiliaryArea' | 'renovationYear' | 'sumInsured',
  ): FieldParts;
  onChoose(part: Partial<TypedBuilding>): void;
}

/** The terms that not everyone needs, as far as the loaded data can answer them. */
export function TermsForm(props: TermsFormProps) {
  const { typed, loaded, today, faults, refusals, idOf, fieldOf, onChoose } = props;
  const { own, words } = useCostWords();
  const hasYear = typed.constructionYear.trim() !== '';
  const used = termNames.filter(name => typed[name] && (hasYear || !agingTerms.has(name)));
  const [isOpen, setIsOpen] = useKept('costMore', false);
  const isFaulty = termNames.some(name => name in faults || refusals[name]);

  const list = (name: TermName, names: readonly string[] = [], empty = own.notGiven) => {
    // A name of a link stays visible if the data do not have it.
    const all = !typed[name] || names.includes(typed[name]) ? names : [typed[name], ...names];
    if (all.length === 0) return null;
    return (
      <SelectField
        id={idOf(name)}
        label={own.fields[name]}
        value={typed[name]}
        options={[['', empty], ...all.map((one): [string, string] => [one, nameOf(one)])]}
        fault={refusals[name]}
        onInput={value => onChoose({ [name]: value })}
      />
    );
  };
  const nameOf = (name: string) =>
    name === 'ross' || name === 'straight_line' ? words.cost.methods[name] : nameIn(own, name);
  const otherArea = (name: 'basementArea' | 'auxiliaryArea', type: 'basement' | 'auxiliary') =>
    (loaded?.property_types.includes(type) || typed[name] !== '') && (
      <Field
        {...fieldOf(name)}
        label={own.fields[name]}
        inputMode="decimal"
        hint={own.hints.otherArea}
      />
    );
  const date = fieldOf('valuationDate');
  const building = [
    list('quality', loaded?.qualities),
    otherArea('basementArea', 'basement'),
    otherArea('auxiliaryArea', 'auxiliary'),
  ];

  return (
    <details
      class="more"
      open={isOpen || isFaulty}
      onToggle={event => setIsOpen(event.currentTarget.open)}
    >
      <summary>
        {own.more}
        {used.length > 0 && <span class="more-used">{own.inUse(used.length)}</span>}
      </summary>
      <fieldset class="more-group">
        <legend>{own.groups.rate}</legend>
        <Field
          {...date}
          value={date.value === 'incomplete' ? '' : date.value}
          label={own.fields.valuationDate}
          type="date"
          max={today}
          hint={own.hints.valuationDate}
        />
        {list('addons', loaded?.addons, own.noneAddons)}
        {list('index', loaded?.indexes, own.none)}
        {(loaded?.finer_rates || typed.rates !== '') && (
          <Check
            label={own.fields.rates}
            isChecked={typed.rates === 'finest'}
            onChange={isOn => onChoose({ rates: isOn ? 'finest' : '' })}
          />
        )}
      </fieldset>
      {building.some(Boolean) && (
        <fieldset class="more-group">
          <legend>{own.groups.building}</legend>
          {building}
        </fieldset>
      )}
      <fieldset class="more-group" disabled={!hasYear}>
        <legend>
          {own.groups.age}
          {!hasYear && <span class="quiet">: {own.needsYear}</span>}
        </legend>
        <Field
          {...fieldOf('renovationYear')}
          label={own.fields.renovationYear}
          inputMode="numeric"
          hint={own.hints.renovationYear}
        />
        {list('ageing', loaded?.ageing ?? [], own.usualOfType)}
        {list('condition', loaded?.conditions)}
      </fieldset>
      <fieldset class="more-group">
        <legend>{own.groups.insurance}</legend>
        <Field {...fieldOf('sumInsured')} label={own.fields.sumInsured} inputMode="decimal" />
      </fieldset>
    </details>
  );
}
