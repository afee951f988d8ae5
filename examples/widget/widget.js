// The page of a partner: it calls the API itself, with the tokens of its back end (server.js).
import { Map as MapLibre, Marker, NavigationControl, setWorkerUrl } from '/maplibre-gl.mjs';

const [input, list, message, places] = ['address', 'suggestions', 'message', 'places'].map(id =>
  document.getElementById(id),
);

/** The token, and the address of the API; asked for again when half a minute of it is left. */
let session = { until: 0 };
async function currentSession() {
  if (Date.now() > session.until - 30_000) {
    const response = await fetch('/token');
    if (!response.ok) throw new Error('The page gets no token at the moment.');
    const { seconds, ...granted } = await response.json();
    session = { ...granted, until: Date.now() + seconds * 1_000 };
  }
  return session;
}

async function call(path, options = {}) {
  const { api, token } = await currentSession();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(api + path, { ...options, headers });
  const body = await response.json();
  if (!response.ok) throw new Error(body.message);
  return body;
}

// Completion: one request at a time, and none for a text that has changed already.
let found = [];
let chosen = -1;
let asked = new AbortController();

input.addEventListener('input', async () => {
  asked.abort();
  asked = new AbortController();
  const { signal } = asked;
  const text = input.value.trim();
  if (text.length < 2) return showSuggestions([]);
  try {
    const query = new URLSearchParams({ text, limit: '6' });
    const { suggestions } = await call(`/api/geocoding/suggest/?${query}`, { signal });
    if (signal.aborted) return;
    showSuggestions(suggestions);
    if (suggestions.length === 0) message.textContent = 'No such address is known.';
  } catch (error) {
    if (!signal.aborted) message.textContent = error.message;
  }
});

input.addEventListener('keydown', event => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step && found.length > 0) mark((chosen + step + found.length) % found.length);
  else if (event.key === 'Enter' && found.length > 0) choose(found[Math.max(chosen, 0)]);
  else if (event.key === 'Escape') showSuggestions([]);
  else return;
  event.preventDefault();
});
input.addEventListener('blur', () => showSuggestions([]));

function showSuggestions(suggestions) {
  found = suggestions;
  list.replaceChildren(
    ...suggestions.map((suggestion, i) => {
      const option = element('div', suggestion.text);
      Object.assign(option, { id: `suggestion-${i}`, role: 'option' });
      // Before the blur of the field, which closes the list.
      option.addEventListener('pointerdown', () => choose(suggestion));
      return option;
    }),
  );
  list.hidden = suggestions.length === 0;
  input.setAttribute('aria-expanded', String(!list.hidden));
  mark(-1);
}

function mark(index) {
  chosen = index;
  for (const [i, option] of [...list.children].entries()) option.ariaSelected = String(i === index);
  if (index < 0) input.removeAttribute('aria-activedescendant');
  else input.setAttribute('aria-activedescendant', `suggestion-${index}`);
}

async function choose({ text, latitude, longitude }) {
  input.value = text;
  showSuggestions([]);
  places.replaceChildren();
  message.textContent = 'Looking around…';
  try {
    const body = JSON.stringify({ latitude, longitude });
    const around = await call('/api/points-of-interest/', { method: 'POST', body });
    const nearest = around.slice(0, 20);
    message.textContent = `The nearest ${nearest.length} of ${around.length} places`;
    places.replaceChildren(...nearest.map(placeItem));
    showOnMap([longitude, latitude], nearest);
  } catch (error) {
    message.textContent = error.message;
  }
}

function placeItem({ name_en, name_gr, place_type, distance }) {
  const item = element('li', '');
  const kind = place_type.replaceAll('_', ' ');
  const metres = `${Math.round(distance).toLocaleString('en')} m`;
  item.append(element('b', name_gr ?? name_en ?? kind), element('span', metres));
  item.append(element('small', kind));
  return item;
}

function element(name, text) {
  return Object.assign(document.createElement(name), { textContent: text });
}

// The map: the vector tiles of the API in a style of the page's own.
setWorkerUrl('/maplibre-gl-worker.mjs');
const layer = (id, type, paint, more = {}) => ({
  id,
  type,
  source: 'base',
  'source-layer': id,
  paint,
  ...more,
});
const areas = { filter: ['==', ['geometry-type'], 'Polygon'] };
// Fonts of the device: no others are loaded.
const names = {
  'text-field': ['coalesce', ['get', 'name'], ['get', 'name_en'], ''],
  'text-font': ['Noto Sans', 'sans-serif'],
  'text-size': 12,
};
const halo = { 'text-color': '#3b4754', 'text-halo-color': '#fff', 'text-halo-width': 1.4 };

/** Opens the map; fails without a token, and in a browser without WebGL. */
async function openMap() {
  const { api } = await currentSession();
  return new MapLibre({
    container: 'map',
    center: [23.9, 38.4],
    zoom: 5.5,
    style: {
      version: 8,
      sources: { base: { type: 'vector', url: `${api}/tiles/base.json` } },
      layers: [
        { id: 'ground', type: 'background', paint: { 'background-color': '#eef0f2' } },
        layer('sea', 'fill', { 'fill-color': '#cfe2f0' }),
        layer('land', 'fill', { 'fill-color': '#f6f4ef' }),
        layer('built_up', 'fill', { 'fill-color': '#ecebe6' }, areas),
        layer('green', 'fill', { 'fill-color': '#dbe9d3' }, areas),
        layer('water', 'fill', { 'fill-color': '#cfe2f0' }, areas),
        layer('building', 'fill', { 'fill-color': '#dcd8d0' }, { minzoom: 14 }),
        layer('road', 'line', {
          'line-color': '#c3b9a9',
          'line-width': ['interpolate', ['exponential', 1.6], ['zoom'], 6, 0.4, 13, 1.5, 17, 8],
        }),
        layer('place', 'symbol', halo, { layout: names }),
      ],
    },
    // Only the API may see the token; it needs one for tiles with KTIMA_REQUIRE_TOKEN=all.
    async transformRequest(url) {
      if (!url.startsWith(`${api}/`)) return { url };
      const { token } = await currentSession();
      return { url, headers: { authorization: `Bearer ${token}` } };
    },
  }).addControl(new NavigationControl({ showCompass: false }));
}

let map;
let markers = [];
openMap().then(
  opened => {
    map = opened;
  },
  error => {
    message.textContent = error.message;
  },
);

function showOnMap(center, around) {
  if (!map) return;
  for (const marker of markers) marker.remove();
  const pin = (position, options) => new Marker(options).setLngLat(position).addTo(map);
  markers = around.map(({ longitude, latitude }) =>
    pin([longitude, latitude], { color: '#5a6775', scale: 0.6 }),
  );
  markers.push(pin(center, { color: '#0b5fa5' }));
  map.jumpTo({ center, zoom: 14.5 });
}
