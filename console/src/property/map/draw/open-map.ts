import {
  AttributionControl,
  type LngLat,
  Map as MapLibreMap,
  type MapMouseEvent,
  ScaleControl,
  setWorkerUrl,
} from 'maplibre-gl';
import type { Language } from '#tools/notation/languages.ts';
import type { MapView } from '../../../state/subject/history-state.ts';
import { transformTileRequest } from '../../../tools/requests/tile-token.ts';
import { type MapOptions, offAtFirst, type ShownZones, type SwitchedLayer } from './map-options.ts';
import 'maplibre-gl/dist/maplibre-gl.css';
import '../../../tools/design/choices.css';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import type { Position } from '#tools/geo/polygon.ts';
import type { PointOfInterest, WalkAnswer } from '../../../../../client/src/types.ts';
import { baseStyle } from '../style/base-style.ts';
import { type Look, palettes } from '../style/palette.ts';
import { addImagery, isOfImagery, showImagery } from '../style/raster-layers.ts';
import { drawChoices } from './choice-pins.ts';
import { circleAround } from './circle.ts';
import { drawModel, type MapModel } from './draw-model.ts';
import { measureFeatures, pointFeatures } from './features.ts';
import { type Measured, measure } from './measure.ts';
import { boundsOfRing, goTo, jumpTo, openCloseUp, startOf, viewOf } from './move-map.ts';
import { addOverlays, setOverlayData } from './overlays.ts';
import { addParcels, highlightParcels, parcelAtPixel, showParcels } from './parcel-tiles.ts';
import { listenToPlaces } from './place-events.ts';
import { drawWalkAreas } from './walk-areas.ts';
import type { Here } from './where-am-i.ts';
import { drawZones } from './zone-layers.ts';

// A file of our own origin: the page's content security policy allows no other worker.
setWorkerUrl(workerUrl);

/** From this zoom on, streets and houses can be chosen. */
const closeZoom = 13;

/** A map on the page. */
export interface OpenMap {
  /** Shows another model; moves there when its point is another one. */
  show(model: MapModel): void;
  /** Changes colours or language. */
  restyle(look: Look, language: Language, label: string): void;
  zoomBy(steps: number): void;
  /** Shows a part of the world at once. */
  jumpTo(view: MapView): void;
  /** Moves back to the found property, or to the whole country. */
  goHome(): void;
  /** Draws a measured line and returns its figures; undefined ends measuring. */
  measure(points: readonly Position[] | undefined): Measured | undefined;
  /** Draws the position of the device and moves there. */
  showHere(here: Here): void;
  showImagery(isShown: boolean): void;
  /** Calls back when aerial images cannot be loaded. Returns a function that stops it. */
  whenImageryFails(listener: () => void): () => void;
  /** Draws all layers of our own but these. */
  hideLayers(hidden: ReadonlySet<SwitchedLayer>): void;
  /** Shows the zones of a kind, or none. */
  showZones(zones: ShownZones | undefined): void;
  /** Shows the areas that are reached on foot, or none. */
  showWalk(areas: WalkAnswer | undefined): void;
  /** Moves a place into view if it is outside. */
  reveal(place: PointOfInterest): void;
  /** The pixel of a position on the map. */
  pixelOf(position: Position): { readonly x: number; readonly y: number };
  close(): void;
}

/** Opens a map; throws without WebGL. */
export function openMap(options: MapOptions): OpenMap {
  const { container, settings, tiles } = options;
  let { model, look, language } = options;
  let isPicked = false;
  const pick = ({ lat, lng }: LngLat) => {
    isPicked = true;
    options.onPick(lat, lng, parcelAtPixel(map, map.project([lng, lat])));
  };
  const marks: Marks = { measured: undefined, here: undefined, hasImagery: false };
  let zones: ShownZones | undefined;
  let hidden = offAtFirst;
  let walked: WalkAnswer | undefined;
  const drawOwnZones = () => drawZones(map, hidden.has('zones') ? undefined : zones, look);
  const drawWalked = () => drawWalkAreas(map, walked, look, marks.hasImagery);
  const map = newMap(options, startOf(options));
  const closeUp = openCloseUp(map);
  drawChoices(map, model.choices);

  const drawAll = () => {
    if (settings.imagery_url) addImagery(map, settings.imagery_url);
    addParcels(map, look);
    showParcels(map, !hidden.has('parcels'));
    drawOwnZones();
    drawWalked();
    addOverlays(map, look);
    drawModel(map, model);
    drawMarks(map, marks, model);
  };
  map.on('style.load', drawAll);
  const reportView = () => options.onView?.(viewOf(map));
  map.on('moveend', reportView);
  map.on('move', options.onMove);
  map.once('idle', options.onDrawn);
  const isMeasuring = () => marks.measured !== undefined;
  listenToPlaces(map, { ...options, isMeasuring });
  listenToPointer(map, options);
  highlightParcels(map, isMeasuring);
  // After the listeners of the places, which stop a click on a place.
  map.on('click', (event: MapMouseEvent) => {
    if (!event.defaultPrevented) pick(event.lngLat);
  });
  listenToEnter(map, pick);

  return {
    show(next) {
      const isElsewhere = String(next.center) !== String(model.center);
      const isWider = model.closeUp !== undefined && next.closeUp === undefined;
      const isBack = model.closeUp === undefined && next.closeUp !== undefined;
      model = next;
      drawChoices(map, model.choices);
      // Without the style there is nothing to draw on yet: `drawAll` draws it then. The view moves now.
      if (map.isStyleLoaded() || map.getSource('places')) drawModel(map, model);
      if (isElsewhere) closeUp.forget();
      else if (isWider) closeUp.leave(model);
      else if (isBack) closeUp.comeBack();
      if (!isElsewhere || !model.center) return;
      const view = options.view?.();
      if (view) return jumpTo(map, view);
      // A click on a neighbouring parcel keeps the view.
      const isInView = map.getZoom() >= closeZoom && map.getBounds().contains([...model.center]);
      if (isPicked && isInView) reportView();
      else goTo(map, model);
      isPicked = false;
    },
    restyle(nextLook, nextLanguage, label) {
      map.getCanvas().setAttribute('aria-label', label);
      if (nextLook === look && nextLanguage === language) return;
      [look, language] = [nextLook, nextLanguage];
      container.style.background = palettes[look].unmapped;
      map.setStyle(baseStyle(settings, tiles, look, language), { diff: false });
    },
    jumpTo: view => jumpTo(map, view),
    zoomBy: steps => map.zoomTo(map.getZoom() + steps),
    goHome: () => goTo(map, model),
    measure(points) {
      marks.measured = points;
      map.getCanvasContainer().classList.toggle('is-measuring', points !== undefined);
      drawMarks(map, marks, model);
      return points && measure(points);
    },
    showHere(here) {
      marks.here = here;
      drawMarks(map, marks, model);
      const ring = circleAround([here.longitude, here.latitude], here.accuracyMetres);
      map.fitBounds(boundsOfRing(ring), { padding: 48, maxZoom: 18 });
    },
    showImagery(isShown) {
      marks.hasImagery = isShown;
      showImagery(map, isShown);
      if (map.getSource('places')) drawWalked();
    },
    whenImageryFails(listener) {
      const onError = (event: object) => isOfImagery(event) && listener();
      map.on('error', onError);
      return () => map.off('error', onError);
    },
    hideLayers(next) {
      hidden = next;
      if (!map.getSource('places')) return;
      showParcels(map, !hidden.has('parcels'));
      drawOwnZones();
    },
    showZones(next) {
      zones = next;
      // Otherwise `drawAll` draws them.
      if (map.getSource('places')) drawOwnZones();
    },
    showWalk(next) {
      walked = next;
      if (map.getSource('places')) drawWalked();
    },
    reveal({ latitude, longitude }) {
      if (latitude === null || longitude === null) return;
      if (!map.getBounds().contains([longitude, latitude])) map.panTo([longitude, latitude]);
    },
    pixelOf: ([longitude, latitude]) => map.project([longitude, latitude]),
    close: () => map.remove(),
  };
}

/** What every map is made of. */
export type NewMapOptions = Pick<
  MapOptions,
  'container' | 'settings' | 'tiles' | 'look' | 'language' | 'label'
>;

/** A map that neither turns nor tilts. */
export function newMap(
  { container, settings, tiles, look, language, label }: NewMapOptions,
  start: ReturnType<typeof startOf>,
): MapLibreMap {
  const map = new MapLibreMap({
    container,
    style: baseStyle(settings, tiles, look, language),
    ...start,
    minZoom: 4,
    maxZoom: 19,
    attributionControl: false,
    transformRequest: transformTileRequest,
    dragRotate: false,
    pitchWithRotate: false,
    rollEnabled: false,
    fadeDuration: 0,
  });
  map.getCanvas().setAttribute('aria-label', label);
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  map.addControl(new ScaleControl({ unit: 'metric', maxWidth: 120 }), 'bottom-left');
  // Other styles have their own attribution; ours is a text next to the map.
  if (settings.style_url) map.addControl(new AttributionControl({ compact: false }));
  container.style.background = palettes[look].unmapped;
  return map;
}

/** What the user added to the map; a change of the style must draw it again. */
interface Marks {
  measured: readonly Position[] | undefined;
  here: Here | undefined;
  hasImagery: boolean;
}

function drawMarks(
  map: MapLibreMap,
  { measured, here, hasImagery }: Marks,
  { distance }: MapModel,
) {
  const at = here && ([here.longitude, here.latitude] as const);
  setOverlayData(map, 'measure', measureFeatures(measured ?? [], distance));
  setOverlayData(map, 'here', pointFeatures(at, here?.accuracyMetres ?? 0));
  showImagery(map, hasImagery);
}

/** Reports the position under the pointer; without a pointer, the centre. */
function listenToPointer(map: MapLibreMap, { onPoint }: MapOptions): void {
  map.on('mousemove', ({ lngLat }) => onPoint([lngLat.lng, lngLat.lat]));
  map.on('mouseout', () => onPoint(undefined));
}

/** Enter searches at the centre of the map; a cross marks it while the map has the focus. */
function listenToEnter(map: MapLibreMap, pick: (position: LngLat) => void): void {
  map.getCanvas().addEventListener('keydown', event => {
    if (event.key === 'Enter') pick(map.getCenter());
  });
}
