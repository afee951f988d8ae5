import { useMemo } from 'preact/hooks';
import { Attribution } from '../../property/map/attribution.tsx';
import { mapModel } from '../../property/map/draw/map-model.ts';
import { MapPane } from '../../property/map/map-pane.tsx';
import type { Property } from '../../state/library/property.ts';
import { useLocale } from '../../tools/language/language.ts';
import { propertyName } from './property-name.ts';

interface PropertiesMapProps {
  /** Those with a position, in the order of the list. */
  readonly properties: readonly Property[];
  onOpen(property: Property): void;
}

const none: ReadonlySet<never> = new Set();
const ignore = () => {};

/** Where a property lies, if that is known: those of earlier versions were kept without it. */
export function positionOf({ subject, position }: Property) {
  return subject.kind === 'point' ? subject : position;
}

/** The listed properties as pins with their numbers; a pin opens its property. */
export function PropertiesMap({ properties, onOpen }: PropertiesMapProps) {
  const locale = useLocale();
  const first = properties[0] && positionOf(properties[0]);
  const model = useMemo(() => {
    const choices = properties.map(property => {
      const { latitude, longitude } = positionOf(property)!;
      const { name } = propertyName(property, locale);
      return { latitude, longitude, label: name, choose: () => onOpen(property) };
    });
    return { ...mapModel(undefined, false, [], none, undefined, locale.format), choices };
  }, [properties, locale]);
  return (
    <section class="properties-map" aria-label={locale.words.map.label}>
      <MapPane
        model={model}
        card={undefined}
        isCardChosen={false}
        hasImagery={false}
        onImagery={ignore}
        onPick={ignore}
        onSelect={ignore}
        onHover={ignore}
        onHide={ignore}
      />
      <Attribution at={first && [first.longitude, first.latitude]} />
    </section>
  );
}
