import { type Map as MapLibreMap, Marker } from 'maplibre-gl';
import type { Choice } from './draw-model.ts';
import { boundsOfRing, padding } from './move-map.ts';

const drawn = new WeakMap<MapLibreMap, { choices: readonly Choice[]; remove(): void }>();

/** Draws a numbered pin for each choice, in the order of the list, and brings them all into view. */
export function drawChoices(map: MapLibreMap, choices: readonly Choice[] = []): void {
  const before = drawn.get(map);
  const isSame = before?.choices.length === 0 && choices.length === 0;
  if (isSame || before?.choices === choices) return;
  before?.remove();
  const markers = choices.map((choice, index) =>
    new Marker({ element: pinOf(choice, index + 1), anchor: 'bottom-left' })
      .setLngLat([choice.longitude, choice.latitude])
      .addTo(map),
  );
  const spread = () => spreadPins(map, markers);
  map.on('zoom', spread);
  spread();
  const remove = () => {
    map.off('zoom', spread);
    for (const marker of markers) marker.remove();
  };
  drawn.set(map, { choices, remove });
  if (choices.length === 0) return;
  const points = choices.map(({ latitude, longitude }) => [longitude, latitude] as const);
  // A pin stands above its point.
  const room = { ...padding, top: 2 * padding.top };
  map.fitBounds(boundsOfRing(points), { padding: room, maxZoom: 13, maxDuration: 1_800 });
}

/** The width of a pin. */
const pinPixels = 28;

/** Moves each pin that would cover an earlier one to its right. */
function spreadPins(map: MapLibreMap, markers: readonly Marker[]): void {
  const places: { x: number; y: number }[] = [];
  for (const marker of markers) {
    const { x, y } = map.project(marker.getLngLat());
    let right = 0;
    const isCovered = () =>
      places.some(one => Math.hypot(one.x - x - right, one.y - y) < pinPixels);
    while (isCovered()) right += pinPixels;
    marker.setOffset([right, 0]);
    places.push({ x: x + right, y });
  }
}

function pinOf({ label, choose }: Choice, number: number): HTMLElement {
  const pin = document.createElement('button');
  pin.type = 'button';
  pin.className = 'map-pin';
  pin.textContent = String(number);
  pin.title = label;
  pin.ariaLabel = `${number}: ${label}`;
  pin.addEventListener('click', event => {
    // A click on the map would search at this point.
    event.stopPropagation();
    choose();
  });
  return pin;
}
