import { useId } from 'preact/hooks';
import { useLocale } from '../language/language.tsx';
import type { Property } from './property.ts';
import { propertyName } from './property-name.ts';
import { PropertyNote } from './save-button.tsx';
import { useLibrary } from './use-library.tsx';
import { usePropertiesWords } from './use-properties-words.ts';

interface PropertyRowProps {
  readonly property: Property;
  readonly isChosen: boolean;
  onChoose(): void;
  onOpen(): void;
}

/** One property in the list: its name, note, and what can be done with it. */
export function PropertyRow({ property, isChosen, onChoose, onOpen }: PropertyRowProps) {
  const locale = useLocale();
  const { words, format } = locale;
  const own = usePropertiesWords();
  const { library } = useLibrary();
  const id = useId();
  const { subject, isSaved, note, reference, openedAt } = property;
  const { name, detail } = propertyName(property, locale);
  const { cost, building } = property;
  const values = [
    building.buildArea !== undefined && words.cost.types[building.propertyType ?? 'apartment'],
    building.buildArea !== undefined && format.area(building.buildArea),
    building.constructionYear,
    cost && `${words.cost.asNew} ${format.euro(cost.asNew)}`,
    cost?.asIs !== undefined && `${words.cost.asIs} ${format.euro(cost.asIs)}`,
  ]
    .filter(Boolean)
    .join(' · ');
  const hasTexts = [note, reference, property.purpose, property.remark].some(text => text !== '');
  const remove = () => {
    if (!hasTexts || confirm(own.confirmRemove(name))) library.remove(subject);
  };
  return (
    <li class="property">
      <div class="property-head">
        <h3 id={id} class={subject.kind === 'address' ? '' : 'figure'}>
          {name}
        </h3>
        {detail && <p>{detail}</p>}
        {values && <p>{values}</p>}
        <p class="small">
          {own.opened(format.moment(openedAt))}
          {reference && ` · ${own.reference}: ${reference}`}
        </p>
      </div>
      <div class="property-actions">
        <button
          type="button"
          class="button button-small button-main"
          aria-describedby={id}
          onClick={onOpen}
        >
          {own.open}
        </button>
        {!isSaved && (
          <button
            type="button"
            class="button button-small"
            aria-describedby={id}
            onClick={() => library.change(subject, { isSaved: true })}
          >
            {words.properties.save}
          </button>
        )}
        <button type="button" class="button button-small" aria-describedby={id} onClick={remove}>
          {own.remove}
        </button>
        <label class="property-choice">
          <input type="checkbox" checked={isChosen} aria-describedby={id} onChange={onChoose} />
          {own.compareThis}
        </label>
      </div>
      <PropertyNote subject={subject} />
    </li>
  );
}
