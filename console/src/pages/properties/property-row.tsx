import { useMemo, useState } from 'preact/hooks';
import { countPhotos } from '../../state/library/photo-store.ts';
import { type Property, type PropertyStatus, subjectKey } from '../../state/library/property.ts';
import { useLibrary } from '../../state/library/use-library.tsx';
import type { AddressBar } from '../../state/subject/address-bar.ts';
import { Button } from '../../tools/form/button.tsx';
import { Field, SelectField } from '../../tools/form/field.tsx';
import { Question } from '../../tools/form/question.tsx';
import { hasOwnTexts, readLabels } from './property-list.ts';
import { propertyName } from './property-name.ts';
import { PropertyNote } from './save-button.tsx';
import { usePropertiesWords } from './words.ts';

interface PropertyRowProps {
  /** The key of its subject. */
  readonly id: string;
  readonly property: Property;
  /** Of its pin on the map; 0 without one. */
  readonly number: number;
  readonly isChosen: boolean;
  onChoose(id: string): void;
  onChange(change: Partial<AddressBar>): void;
}

/** One property in the list. It is drawn again only when it changes, as there may be hundreds. */
export function PropertyRow(props: PropertyRowProps) {
  const { property, number, isChosen, onChoose, onChange } = props;
  return useMemo(() => <Row {...props} />, [property, number, isChosen, onChoose, onChange]);
}

function Row({ id, property, number, isChosen, onChoose, onChange }: PropertyRowProps) {
  const locale = usePropertiesWords();
  const { own, words, format } = locale;
  const [isOpen, setIsOpen] = useState(false);
  const { subject, building, cost, note, status, labels } = property;
  const { name, detail } = propertyName(property, locale);
  const values = [
    building.buildArea !== undefined && words.cost.types[building.propertyType ?? 'apartment'],
    building.buildArea !== undefined && format.area(building.buildArea),
    building.constructionYear,
  ];
  const texts = [detail, values.filter(Boolean).join(' · '), note.split('\n')[0]];
  return (
    <li class="property">
      <input
        type="checkbox"
        class="property-choice"
        aria-label={own.chooseThis(name)}
        checked={isChosen}
        onChange={() => onChoose(id)}
      />
      <div class="property-head">
        <h3>
          {number > 0 && (
            <span class="map-pin" aria-hidden="true">
              {number}
            </span>
          )}
          <button
            type="button"
            class="property-open"
            onClick={() => onChange({ view: 'location', subject, building })}
          >
            {name}
          </button>
          {status !== '' && (
            <span class={`property-status is-${status}`}>{own.statuses[status]}</span>
          )}
          {labels.map(label => (
            <span key={label} class="property-label">
              {label}
            </span>
          ))}
        </h3>
        <p class="small">{texts.filter(Boolean).join(' — ')}</p>
      </div>
      <p class="property-amounts">
        {cost && <span>{format.euro(cost.asNew)}</span>}
        {cost?.asIs !== undefined && (
          <span class="small">
            {words.cost.asIs} {format.euro(cost.asIs)}
          </span>
        )}
      </p>
      <button
        type="button"
        class="icon-button property-more"
        aria-label={own.details(name)}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span aria-hidden="true">{isOpen ? '▴' : '▾'}</span>
      </button>
      {isOpen && <Details property={property} name={name} />}
    </li>
  );
}

/** What can be written about a property, and what can be done with it. */
function Details({ property, name }: { property: Property; name: string }) {
  const { own, words, format } = usePropertiesWords();
  const { library } = useLibrary();
  const [lostPhotos, setLostPhotos] = useState<number>();
  const [typed, setTyped] = useState<string>();
  const { subject, isSaved, reference, openedAt, status, labels } = property;
  const remove = () => library.remove(subject);
  // A marked property must not be dropped as the oldest recent one.
  const mark = (marks: Partial<Pick<Property, 'status' | 'labels'>>) =>
    library.change(subject, { ...marks, isSaved: true });
  const ask = async () => {
    // Where they cannot be read, there are none.
    const photos = await countPhotos(subjectKey(subject)).catch(() => 0);
    if (photos > 0 || hasOwnTexts(property)) setLostPhotos(photos);
    else remove();
  };
  return (
    <div class="property-details">
      <div class="property-marks">
        <SelectField
          label={own.status}
          value={status}
          options={Object.entries(own.statuses)}
          onInput={value => mark({ status: value as PropertyStatus })}
        />
        <Field
          label={own.labels}
          hint={own.labelsHint}
          value={typed ?? labels.join(', ')}
          onInput={setTyped}
          onLeave={() => {
            if (typed !== undefined) mark({ labels: readLabels(typed) });
            setTyped(undefined);
          }}
        />
      </div>
      <PropertyNote subject={subject} />
      <div class="property-actions">
        {!isSaved && (
          <Button look="small" onClick={() => library.change(subject, { isSaved: true })}>
            {words.properties.save}
          </Button>
        )}
        <Button look="small" onClick={() => void ask()}>
          {own.remove}
          <span class="visually-hidden"> {name}</span>
        </Button>
        <p class="small">
          {own.opened(format.moment(openedAt))}
          {reference && ` · ${own.reference}: ${reference}`}
        </p>
      </div>
      {lostPhotos !== undefined && (
        <Question
          question={own.confirmRemove(name)}
          text={own.loses(lostPhotos)}
          yes={own.remove}
          onYes={remove}
          onClose={() => setLostPhotos(undefined)}
        />
      )}
    </div>
  );
}
