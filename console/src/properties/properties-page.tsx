import { useState } from 'preact/hooks';
import '../design/properties.css';
import { useLocale } from '../language/language.tsx';
import type { AddressBar } from '../subject/address-bar.ts';
import { FileSection } from './file-section.tsx';
import { type Property, subjectKey } from './property.ts';
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
  const { words } = useLocale();
  const own = usePropertiesWords();
  const { library, contents } = useLibrary();
  const { saved, recent, unreadable, failure } = contents;
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const all = [...saved, ...recent];
  const [first, second] = chosen.flatMap(
    key => all.find(({ subject }) => subjectKey(subject) === key) ?? [],
  );
  const choose = (key: string) =>
    // The third choice replaces the first.
    setChosen(
      chosen.includes(key) ? chosen.filter(one => one !== key) : [...chosen, key].slice(-2),
    );
  const list = (properties: readonly Property[]) => (
    <ul class="property-list">
      {properties.map(property => {
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
          aria-disabled={!second}
          onClick={() =>
            first && second && onChange({ ...pick(first), other: pick(second), view: 'compare' })
          }
        >
          {own.compare}
        </button>
        <p class="small" role="status">
          {second ? '' : own.chooseTwo}
        </p>
      </div>
      <section>
        <h2>{own.saved}</h2>
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

function pick({ subject, building }: Property) {
  return { subject, building };
}
