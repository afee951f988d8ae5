import { Facts } from '../../tools/form/fact.tsx';
import '../../tools/design/properties.css';
import { useEffect, useState } from 'preact/hooks';
import { type Photo, photosOf } from '../../state/library/photo-store.ts';
import { type Property, subjectKey } from '../../state/library/property.ts';
import { PhotoFigure } from '../report/photos/photo-figure.tsx';
import { useReportWords } from '../report/words/words.ts';
import { propertyName } from './property-name.ts';
import { PropertyNote } from './save-button.tsx';
import { usePropertiesWords } from './words.ts';

/** What this browser has stored of a property, for when the service does not answer. */
export function StoredProperty({ property }: { property: Property }) {
  const locale = usePropertiesWords();
  const { own, words, format } = locale;
  const { subject, building, cost, status, labels } = property;
  const { name, detail } = propertyName(property, locale);
  const facts: [name: string, value: string | number | undefined][] = [
    [words.location.address, detail],
    [words.cost.propertyType, building.propertyType && words.cost.types[building.propertyType]],
    [words.cost.area, building.buildArea && format.area(building.buildArea)],
    [words.cost.constructionYear, building.constructionYear],
    [words.cost.asNew, cost && format.euro(cost.asNew)],
    [words.cost.asIs, cost?.asIs && format.euro(cost.asIs)],
    [own.status, status && own.statuses[status]],
    [own.labels, labels.join(', ')],
    [own.reference, property.reference],
  ];
  return (
    <section class="block">
      <h2 class="stored-name">{name}</h2>
      <p class="quiet">{own.storedOn(format.moment(property.openedAt))}</p>
      <Facts facts={facts} />
      <PropertyNote subject={subject} />
      <StoredPhotos id={subjectKey(subject)} />
    </section>
  );
}

function StoredPhotos({ id }: { id: string }) {
  const { own: report } = useReportWords();
  const [photos, setPhotos] = useState<readonly Photo[]>([]);
  useEffect(() => {
    photosOf(id).then(setPhotos, () => setPhotos([]));
  }, [id]);
  return (
    <>
      {photos.map((photo, index) => (
        <PhotoFigure key={photo.id} photo={photo} name={report.photo(index + 1)} />
      ))}
    </>
  );
}
