import { useId, useState } from 'preact/hooks';
import '../design/properties.css';
import { useLocale } from '../language/language.tsx';
import { type AddressBar, mostCompared } from '../subject/address-bar.ts';
import { FileSection } from './file-section.tsx';
import {
  inPropertyOrder,
  type Property,
  type PropertyOrder,
  propertyOrders,
  subjectKey,
  totalCost,
} from './property.ts';
import { propertyName } from './property-name.ts';
import { PropertyRow } from './property-row.tsx';
import { useLibrary } from './use-library.tsx';
import { usePropertiesWords } from './use-properties-words.ts';

interface PropertiesPageProps {
  readonly bar: AddressBar;
  onBack(): void;
  onChange(change: Partial<AddressBar>): void;
}

/** The saved and recent properties of this browser. */
export function PropertiesPage({ bar, onBack, onChange }: PropertiesPageProps) {
  const locale = useLocale();
  const { words } = locale;
  const own = usePropertiesWords();
  const { library, contents } = useLibrary();
  const { saved, recent, unreadable, failure } = contents;
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const all = [...saved, ...recent];
  const [order, setOrder] = useState<PropertyOrder>('opened');
  const [first, ...others] = chosen.flatMap(
    key => all.find(({ subject }) => subjectKey(subject) === key) ?? [],
  );
  const choose = (key: string) =>
    // One choice too many replaces the first.
    setChosen(
      chosen.includes(key)
        ? chosen.filter(one => one !== key)
        : [...chosen, key].slice(-mostCompared),
    );
  const list = (properties: readonly Property[]) => (
    <ul class="property-list">
      {inPropertyOrder(properties, order, one => propertyName(one, locale).name).map(property => {
        const key = subjectKey(property.subject);
        return (
          <PropertyRow
            key={key}
            property={property}
            isChosen={chosen.includes(key)}
            onChoose={() => choose(key)}
            onOpen={() =>
              onChange({ view: 'location', subject: property.subject, building: property.building })
            }
          />
        );
      })}
    </ul>
  );
  return (
    <main class="properties" id="content" tabIndex={-1}>
      {bar.subject && (
        <button type="button" class="button" onClick={onBack}>
          {words.report.back}
        </button>
      )}
      <h1>{own.heading}</h1>
      <p class="quiet">{own.privacy}</p>
      {failure && (
        <p class="notice notice-bad" role="alert">
          {words.properties.failure[failure]}
        </p>
      )}
      {unreadable.length > 0 && (
        <div class="notice notice-warn" role="status">
          <p>{own.unreadable(unreadable.length)}</p>
          <button type="button" class="button" onClick={library.removeUnreadable}>
            {own.removeUnreadable}
          </button>
        </div>
      )}
      <div class="properties-compare">
        <button
          type="button"
          class="button button-main"
          aria-disabled={others.length === 0}
          onClick={() =>
            first &&
            others.length > 0 &&
            onChange({ ...pick(first), others: others.map(pick), view: 'compare' })
          }
        >
          {own.compare}
        </button>
        <p class="small" role="status">
          {others.length > 0 ? '' : own.chooseSome}
        </p>
      </div>
      {all.length > 1 && <OrderChoice order={order} onOrder={setOrder} />}
      <section>
        <h2>{own.saved}</h2>
        {saved.length > 0 && <Total properties={saved} />}
        {saved.length > 0 ? list(saved) : <p class="quiet">{own.noneSaved}</p>}
      </section>
      <section>
        <div class="properties-head">
          <h2>{own.recent}</h2>
          {recent.length > 0 && (
            <button type="button" class="button button-small" onClick={library.removeRecent}>
              {own.clearRecent}
            </button>
          )}
        </div>
        {recent.length > 0 ? list(recent) : <p class="quiet">{own.noneRecent}</p>}
      </section>
      <FileSection />
    </main>
  );
}

function OrderChoice(props: { order: PropertyOrder; onOrder(order: PropertyOrder): void }) {
  const own = usePropertiesWords();
  const id = useId();
  return (
    <div class="field properties-order">
      <label for={id}>{own.order}</label>
      <select
        id={id}
        value={props.order}
        onChange={({ currentTarget }) => props.onOrder(currentTarget.value as PropertyOrder)}
      >
        {propertyOrders.map(order => (
          <option key={order} value={order}>
            {own.orders[order]}
          </option>
        ))}
      </select>
    </div>
  );
}

/** The sum of what was computed, and of how many properties it is. */
function Total({ properties }: { properties: readonly Property[] }) {
  const { words, format } = useLocale();
  const own = usePropertiesWords();
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

function pick({ subject, building }: Property) {
  return { subject, building };
}
