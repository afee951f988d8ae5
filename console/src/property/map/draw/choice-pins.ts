import { type Map as MapLibreMap, Marker } from 'maplibre-gl';
import type { Choice } from './draw-model.ts';
import { boundsOfRing, padding } from './move-map.ts';

const drawn = new WeakMap<MapLibreMap, { choices: readonly Choice[]; markers: Marker[] }>();

/** Draws a numbered pin for each choice, in the order of the list, and brings them all into view. */
export function drawChoices(map: MapLibreMap, choices: readonly Choice[] = []): void {
  const before = drawn.get(map);
  const isSame = before?.choices.length === 0 && choices.length === 0;
  if (isSame || before?.choices === choices) return;
  for (const marker of before?.markers ?? []) marker.remove();
  const markers = choices.map((choice, index) =>
    new Marker({ element: pinOf(choice, index + 1), anchor: 'bottom-left' })
      .setLngLat([choice.longitude, choice.latitude])
      .addTo(map),
  );
  drawn.set(map, { choices, markers });
  if (choices.length === 0) return;
  const points = choices.map(({ latitude, longitude }) => [longitude, latitude] as const);
  // A pin stands above its point.
  const room = { ...padding, top: 2 * padding.top };
  map.fitBounds(boundsOfRing(points), { padding: room, maxZoom: 13, maxDuration: 1_800 });
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
