import { useCallback, useMemo, useState } from 'preact/hooks';
import { Button } from '../../tools/form/button.tsx';
import '../../tools/design/choices.css';
import '../../tools/design/properties.css';
import { type Property, type PropertyStatus, subjectKey } from '../../state/library/property.ts';
import { useLibrary } from '../../state/library/use-library.tsx';
import type { AddressBar } from '../../state/subject/address-bar.ts';
import { useKept } from '../../tools/browser/use-kept.ts';
import { Field, SelectField } from '../../tools/form/field.tsx';
import { Question } from '../../tools/form/question.tsx';
import { ChosenBar } from './chosen-bar.tsx';
import { FileSection } from './file-section.tsx';
import { PropertiesMap, positionOf } from './properties-map.tsx';
import {
  countLabels,
  filterProperties,
  hasOwnTexts,
  inPropertyOrder,
  type PropertyFilters,
  type PropertyOrder,
  totalCost,
} from './property-list.ts';
import { propertyName } from './property-name.ts';
import { PropertyRow } from './property-row.tsx';
import { usePropertiesWords } from './words.ts';

interface PropertiesPageProps {
  readonly bar: AddressBar;
  onBack(): void;
  onChange(change: Partial<AddressBar>): void;
}

/** Which properties are shown, and in which order. */
interface Shown extends PropertyFilters {
  readonly order: PropertyOrder;
}

const everything: Shown = { text: '', order: 'opened' };

/** The saved and recent properties of this browser. */
export function PropertiesPage({ bar, onBack, onChange }: PropertiesPageProps) {
  const locale = usePropertiesWords();
  const { own, words } = locale;
  const { library, contents } = useLibrary();
  const { saved, recent, unreadable, failure } = contents;
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [shown, setShown] = useKept('properties', everything);
  const [isClearing, setIsClearing] = useState(false);
  const all = useMemo(() => [...saved, ...recent], [saved, recent]);
  const found = useMemo(() => {
    const names = new Map(all.map(one => [one, propertyName(one, locale).name]));
    const nameOf = (one: Property) => names.get(one)!;
    return inPropertyOrder(filterProperties(all, shown, nameOf), shown.order, nameOf);
  }, [all, shown, locale]);
  const chosenProperties = chosen.flatMap(key => all.find(one => keyOf(one) === key) ?? []);
  const choose = useCallback(
    (key: string) =>
      setChosen(before =>
        before.includes(key) ? before.filter(one => one !== key) : [...before, key],
      ),
    [],
  );
  const foundSaved = found.filter(({ isSaved }) => isSaved);
  const foundRecent = found.filter(({ isSaved }) => !isSaved);
  const written = recent.filter(hasOwnTexts).length;
  const [hasMap] = useState(() => matchMedia('(min-width: 85rem)').matches);
  const placed = useMemo(() => {
    return hasMap ? found.toSorted(savedFirst).filter(positionOf) : [];
  }, [found]);
  const open = ({ subject, building }: Property) =>
    onChange({ view: 'location', subject, building });
  const list = (properties: readonly Property[]) => (
    <ul class="property-list">
      {properties.map(property => {
        const key = keyOf(property);
        return (
          <PropertyRow
            key={key}
            id={key}
            property={property}
            number={placed.indexOf(property) + 1}
            isChosen={chosen.includes(key)}
            onChoose={choose}
            onChange={onChange}
          />
        );
      })}
    </ul>
  );
  return (
    <main class="properties" id="content" tabIndex={-1}>
      {bar.subject && <Button onClick={onBack}>{words.report.back}</Button>}
      <h1>{words.tabs.properties}</h1>
      <p class="quiet">{own.privacy}</p>
      {failure && (
        <p class="notice notice-bad" role="alert">
          {words.properties.failure[failure]}
        </p>
      )}
      {unreadable.length > 0 && (
        <div class="notice notice-warn" role="status">
          <p>{own.unreadable(unreadable.length)}</p>
          <Button onClick={library.removeUnreadable}>{own.removeUnreadable}</Button>
        </div>
      )}
      {(all.length > 1 || found.length < all.length) && (
        <>
          <FilterForm all={all} shown={shown} count={found.length} onShown={setShown} />
          <ChosenBar
            chosen={chosenProperties}
            onChoose={isAll => setChosen(isAll ? found.map(keyOf) : [])}
          />
        </>
      )}
      {(saved.length === 0 || foundSaved.length > 0) && (
        <section>
          <h2>{own.saved}</h2>
          {foundSaved.length > 0 && <Total properties={foundSaved} />}
          {foundSaved.length > 0 ? list(foundSaved) : <p class="quiet">{own.noneSaved}</p>}
        </section>
      )}
      {(recent.length === 0 || foundRecent.length > 0) && (
        <section>
          <div class="properties-head">
            <h2>{own.recent}</h2>
            {recent.length > 0 && (
              <Button
                look="small"
                onClick={() => (written > 0 ? setIsClearing(true) : library.removeRecent())}
              >
                {own.clearRecent}
              </Button>
            )}
          </div>
          {foundRecent.length > 0 ? list(foundRecent) : <p class="quiet">{own.noneRecent}</p>}
        </section>
      )}
      <FileSection properties={found} />
      {placed.length > 0 && <PropertiesMap properties={placed} onOpen={open} />}
      {isClearing && (
        <Question
          question={own.confirmClear(recent.length)}
          text={own.losesSome(written)}
          yes={own.remove}
          onYes={library.removeRecent}
          onClose={() => setIsClearing(false)}
        />
      )}
    </main>
  );
}

interface FilterFormProps {
  readonly all: readonly Property[];
  readonly shown: Shown;
  /** How many properties are shown. */
  readonly count: number;
  onShown(shown: Shown): void;
}

/** The value of a choice that leaves out none; the empty status is a status. */
const any = 'any';

function FilterForm({ all, shown, count, onShown }: FilterFormProps) {
  const { own } = usePropertiesWords();
  const labels = useMemo(() => countLabels(all), [all]);
  const statuses = Object.entries(own.statuses);
  const isFiltered = shown.text !== '' || shown.status !== undefined || shown.label !== undefined;
  const change = (more: Partial<Shown>) => onShown({ ...shown, ...more });
  return (
    <search class="properties-filters">
      <Field
        label={own.search}
        type="search"
        maxLength={100}
        value={shown.text}
        onInput={text => change({ text })}
      />
      <SelectField
        label={own.status}
        value={shown.status ?? any}
        options={[[any, own.any], ...statuses]}
        onInput={status =>
          change({ status: status === any ? undefined : (status as PropertyStatus) })
        }
      />
      {(labels.length > 0 || shown.label !== undefined) && (
        <SelectField
          label={own.label}
          value={shown.label ?? ''}
          options={[
            ['', own.any],
            ...labels.map(([label, of]) => [label, `${label} (${of})`] as const),
          ]}
          onInput={label => change({ label: label || undefined })}
        />
      )}
      <SelectField
        label={own.order}
        value={shown.order}
        options={Object.entries(own.orders)}
        onInput={order => change({ order: order as PropertyOrder })}
      />
      <p class="properties-shown small" role="status">
        {isFiltered && (count === 0 ? own.noneShown : own.shown(count, all.length))}
      </p>
      {isFiltered && (
        <Button look="small" onClick={() => onShown({ ...everything, order: shown.order })}>
          {own.showAll}
        </Button>
      )}
    </search>
  );
}

/** The sum of what was computed, and of how many properties it is. */
function Total({ properties }: { properties: readonly Property[] }) {
  const { own, words, format } = usePropertiesWords();
  const { count, asNew, asIs } = totalCost(properties);
  if (count === 0) return null;
  const amounts = [
    `${words.cost.asNew} ${format.euro(asNew)}`,
    ...(asIs === undefined ? [] : [`${words.cost.asIs} ${format.euro(asIs)}`]),
  ];
  return (
    <p class="properties-total">
      <span class="strong">{own.total}</span> {amounts.join(' · ')}{' '}
      <span class="small">{own.totalOf(count, properties.length)}</span>
    </p>
  );
}

/** The order of the page: recent properties are below the saved ones. */
function savedFirst(one: Property, other: Property): number {
  return Number(other.isSaved) - Number(one.isSaved);
}

function keyOf({ subject }: Property): string {
  return subjectKey(subject);
}
