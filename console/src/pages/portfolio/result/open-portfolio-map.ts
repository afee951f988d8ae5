import type { ExpressionSpecification, GeoJSONSource, Map as MapLibreMap } from 'maplibre-gl';
import type { Language } from '#tools/notation/languages.ts';
import { drawChoices } from '../../../property/map/draw/choice-pins.ts';
import { circleAround } from '../../../property/map/draw/circle.ts';
import type { Choice } from '../../../property/map/draw/draw-model.ts';
import type { MapOptions } from '../../../property/map/draw/map-options.ts';
import { boundsOfRing, padding } from '../../../property/map/draw/move-map.ts';
import { type NewMapOptions, newMap } from '../../../property/map/draw/open-map.ts';
import { layer } from '../../../property/map/draw/overlay-layers.ts';
import { mapFont } from '../../../property/map/style/base-labels.ts';
import { baseStyle } from '../../../property/map/style/base-style.ts';
import { type Look, palettes } from '../../../property/map/style/palette.ts';
import type { Circle, MapCell, PortfolioRow } from '../run/ask-portfolios.ts';
import {
  cellFeatures,
  chosenRowFeatures,
  circleFeatures,
  type MapColour,
  type MappedPortfolio,
  mapColours,
  rowFeatures,
} from './map-features.ts';

interface PortfolioMapOptions extends NewMapOptions, Pick<MapOptions, 'onDrawn'> {
  readonly portfolio: MappedPortfolio;
  /** Those of the rows that the filters leave. */
  readonly cells: readonly MapCell[];
  readonly chosen: Circle | undefined;
  readonly colour: MapColour;
  readonly row: PortfolioRow | undefined;
  /** The user chose a dot on the map. */
  onCell(longitude: number, latitude: number): void;
  /** The user chose a circle on the map. */
  onChoose(place: number): void;
}

/** A map of a portfolio on the page. */
export interface OpenPortfolioMap {
  /** Moves to a circle and draws its rows; undefined moves back to all rows. */
  choose(circle: Circle | undefined): void;
  /** Colours the dots by something else. */
  paint(colour: MapColour, cells: readonly MapCell[]): void;
  /** Draws a numbered pin for each address that the row may mean. */
  offer(choices: readonly Choice[]): void;
  /** Moves to a row; undefined removes its mark. */
  showRow(row: PortfolioRow | undefined): void;
  restyle(look: Look, language: Language, label: string): void;
  zoomBy(steps: number): void;
  close(): void;
}

/** A single row is shown with its surroundings. */
const closestZoom = 16;

/** Opens a map of a portfolio; throws without WebGL. */
export function openPortfolioMap(options: PortfolioMapOptions): OpenPortfolioMap {
  const { container, settings, tiles, portfolio } = options;
  let { look, language, chosen, colour, cells, row } = options;
  const map = newMap(options, {
    bounds: portfolioBounds(portfolio, chosen),
    fitBoundsOptions: { padding, maxZoom: closestZoom },
  });
  const setData = (source: string, data: GeoJSON.FeatureCollection) =>
    (map.getSource(source) as GeoJSONSource | undefined)?.setData(data);
  map.on('style.load', () => {
    addLayers(map, portfolio, look, language, cellFeatures(cells, colour));
    drawChosen(map, portfolio, chosen);
    setData('portfolio-row', chosenRowFeatures(row));
  });
  map.once('idle', options.onDrawn);
  // A dot is above the circles. A joined dot is opened, any other filters the rows.
  map.on('click', ({ point, lngLat }) => {
    const [dot, circle] = ['portfolio-cells', 'portfolio-circles'].map(
      layer => map.queryRenderedFeatures(point, { layers: [layer] })[0]?.properties,
    );
    if (dot?.point_count) map.easeTo({ center: lngLat, zoom: map.getZoom() + 2 });
    else if (dot) options.onCell(dot.longitude, dot.latitude);
    else if (circle) options.onChoose(circle.place);
  });
  return {
    offer: choices => drawChoices(map, choices),
    paint(nextColour, nextCells) {
      [colour, cells] = [nextColour, nextCells];
      setData('portfolio-cells', cellFeatures(cells, colour));
    },
    showRow(next) {
      row = next;
      setData('portfolio-row', chosenRowFeatures(row));
      if (!row || row.latitude === null || row.longitude === null) return;
      const zoom = Math.max(map.getZoom(), closestZoom - 1);
      map.flyTo({ center: [row.longitude, row.latitude], zoom, speed: 2.4, maxDuration: 1_800 });
    },
    choose(circle) {
      chosen = circle;
      // Otherwise `style.load` draws it.
      if (map.getSource('portfolio-rows')) drawChosen(map, portfolio, chosen);
      map.fitBounds(portfolioBounds(portfolio, chosen), {
        padding,
        maxZoom: closestZoom + 2,
        speed: 2.4,
        maxDuration: 1_800,
      });
    },
    restyle(nextLook, nextLanguage, label) {
      map.getCanvas().setAttribute('aria-label', label);
      if (nextLook === look && nextLanguage === language) return;
      [look, language] = [nextLook, nextLanguage];
      container.style.background = palettes[look].unmapped;
      map.setStyle(baseStyle(settings, tiles, look, language), { diff: false });
    },
    zoomBy: steps => map.zoomTo(map.getZoom() + steps),
    close: () => map.remove(),
  };
}

function portfolioBounds({ map: { cells } }: MappedPortfolio, chosen: Circle | undefined) {
  if (chosen) {
    const { longitude, latitude, radius_m } = chosen;
    return boundsOfRing(circleAround([longitude, latitude], radius_m));
  }
  return boundsOfRing(cells.map(({ longitude, latitude }) => [longitude, latitude] as const));
}

function addLayers(
  map: MapLibreMap,
  portfolio: MappedPortfolio,
  look: Look,
  language: Language,
  cells: GeoJSON.FeatureCollection,
): void {
  const { parcel, ink, halo, here } = palettes[look];
  map.addSource('portfolio-cells', {
    type: 'geojson',
    data: cells,
    cluster: true,
    clusterRadius: 28,
    clusterMaxZoom: 14,
    clusterProperties: {
      rows: ['+', ['get', 'rows']],
      euro: ['+', ['get', 'euro']],
      step: ['max', ['get', 'step']],
    },
  });
  map.addSource('portfolio-row', { type: 'geojson', data: chosenRowFeatures(undefined) });
  map.addSource('portfolio-circles', {
    type: 'geojson',
    data: circleFeatures(portfolio),
    // Not simplified, so that circles are round.
    tolerance: 0,
  });
  map.addSource('portfolio-rows', { type: 'geojson', data: rowFeatures(undefined) });
  map.addLayer(
    layer('portfolio-cells', 'portfolio-cells', 'circle', {
      paint: {
        'circle-radius': cellPixels(portfolio),
        'circle-stroke-color': halo,
        'circle-color': ['to-color', ['at', ['get', 'step'], ['literal', mapColours]]],
        'circle-opacity': 0.65,
        'circle-stroke-width': 1,
      },
    }),
  );
  // Nearly invisible areas, so that a circle can be chosen anywhere inside.
  map.addLayer(
    layer('portfolio-circles', 'portfolio-circles', 'fill', {
      paint: { 'fill-color': parcel, 'fill-opacity': 0.06 },
    }),
  );
  map.addLayer(
    layer('portfolio-rings', 'portfolio-circles', 'line', {
      paint: { 'line-color': parcel, 'line-width': 1.5 },
    }),
  );
  map.addLayer(
    layer('portfolio-rows', 'portfolio-rows', 'circle', {
      paint: {
        'circle-radius': ['get', 'pixels'],
        'circle-stroke-color': halo,
        'circle-color': parcel,
        'circle-opacity': 0.75,
        'circle-stroke-width': 1.5,
      },
    }),
  );
  map.addLayer(
    layer('portfolio-cell-rows', 'portfolio-cells', 'symbol', {
      filter: ['>', ['get', 'rows'], 1],
      layout: {
        'text-field': ['number-format', ['get', 'rows'], { locale: language }],
        'text-font': mapFont,
        'text-size': 11,
      },
      paint: { 'text-color': ink, 'text-halo-color': halo, 'text-halo-width': 1.4 },
    }),
  );
  map.addLayer(
    layer('portfolio-row', 'portfolio-row', 'circle', {
      paint: {
        'circle-radius': 9,
        'circle-color': here,
        'circle-stroke-color': halo,
        'circle-stroke-width': 3,
      },
    }),
  );
}

/** Radii of dots: areas follow the share in the portfolio and, closer, that in the largest cell. */
function cellPixels({ map: { cells } }: MappedPortfolio): ExpressionSpecification {
  const sums = cells.map(({ exposure_eur }) => exposure_eur);
  const total = sums.reduce((sum, one) => sum + one, 0);
  const shareOf = (whole: number): ExpressionSpecification => [
    'sqrt',
    ['min', 1, ['/', ['get', 'euro'], Math.max(whole, 1)]],
  ];
  const far: ExpressionSpecification = ['max', 9, ['*', 30, shareOf(total)]];
  const close: ExpressionSpecification = ['max', 5, ['*', 18, shareOf(Math.max(...sums))]];
  return ['interpolate', ['linear'], ['zoom'], 7, far, 14, close];
}

/** Draws the rows of the chosen circle, which stands out from the others. */
function drawChosen(
  map: MapLibreMap,
  { circles }: MappedPortfolio,
  chosen: Circle | undefined,
): void {
  const place = chosen ? circles.indexOf(chosen) : -1;
  const isChosen: ExpressionSpecification = ['==', ['get', 'place'], place];
  (map.getSource('portfolio-rows') as GeoJSONSource).setData(rowFeatures(chosen));
  map.setPaintProperty('portfolio-rings', 'line-width', ['case', isChosen, 3, 1.2]);
  map.setPaintProperty('portfolio-rings', 'line-opacity', chosen ? ['case', isChosen, 1, 0.4] : 1);
  map.setPaintProperty('portfolio-cells', 'circle-opacity', chosen ? 0.25 : 0.65);
  const visibility = chosen ? 'none' : 'visible';
  map.setLayoutProperty('portfolio-cell-rows', 'visibility', visibility);
}
