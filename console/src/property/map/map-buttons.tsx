import { useLocale } from '../../tools/language/language.ts';

/** SVG strokes in a box of 20 by 20. */
const signs = {
  zoomIn: 'M10 4v12M4 10h12',
  zoomOut: 'M4 10h12',
  home: 'M10 2v5M10 13v5M2 10h5M13 10h5M10 6a4 4 0 1 0 0 8a4 4 0 1 0 0-8',
  whereAmI: 'M17 3 3 9l6 2 2 6z',
  measure: 'M2 13 13 2l5 5L7 18zM5 10l2 2M8 7l3 3M11 4l2 2',
  imagery: 'M2 4h16v12H2zM2 14l5-5 4 4 3-3 4 4M13.5 7.5v.01',
  layers: 'M2 6l8-4 8 4-8 4zM2 10l8 4 8-4M2 14l8 4 8-4',
} as const;

/** A button of the map. */
interface MapButton {
  readonly name: keyof typeof signs;
  /** What it does; default by its name. */
  readonly label?: string;
  /** Only for a switch: whether it is on. */
  readonly isOn?: boolean;
  onClick(): void;
}

/** The buttons over the map. */
export function MapButtons({ buttons }: { buttons: readonly MapButton[] }) {
  const { words } = useLocale();
  return (
    <div class="map-buttons">
      {buttons.map(({ name, label, isOn, onClick }) => (
        <button
          key={name}
          type="button"
          class="map-button"
          aria-label={label ?? words.map[name]}
          {...(isOn !== undefined && { 'aria-pressed': isOn })}
          onClick={onClick}
        >
          <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true" focusable="false">
            <path d={signs[name]} />
          </svg>
        </button>
      ))}
    </div>
  );
}
