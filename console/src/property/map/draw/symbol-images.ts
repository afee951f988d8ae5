import type { Map as MapLibreMap } from 'maplibre-gl';
import { groups, type Kind, kindNames, kinds, shapes } from '../../places/kinds.ts';
import { type Look, palettes } from '../style/palette.ts';

/** The size of a symbol in pixels, and the device pixels per pixel. */
const boxPixels = 30;
const pixelRatio = 2;

/** Adds the plate behind road numbers, as `road-ref`; it is stretched to the text. */
export function addRoadPlate(map: MapLibreMap, look: Look): void {
  const side = 16 * pixelRatio;
  const context = drawingOf(side);
  context.fillStyle = palettes[look].sheet;
  context.strokeStyle = palettes[look].roadRim.main;
  context.lineWidth = pixelRatio;
  context.roundRect(1, 1, side - 2, side - 2, 3 * pixelRatio);
  context.fill();
  context.stroke();
  const middle: [number, number] = [side * 0.3, side * 0.7];
  map.addImage('road-ref', context.getImageData(0, 0, side, side), {
    pixelRatio,
    stretchX: [middle],
    stretchY: [middle],
    content: [2, 2, side - 2, side - 2],
  });
}

/** A canvas to draw an image for the map. */
export function drawingOf(side: number): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  return canvas.getContext('2d', { willReadFrequently: true })!;
}

/** Adds the symbol of every kind to the map, as `kind-…`. */
export function addSymbolImages(map: MapLibreMap, look: Look): void {
  for (const name of kindNames) {
    const id = `kind-${name}`;
    if (map.hasImage(id)) map.removeImage(id);
    map.addImage(id, drawSymbol(kinds[name], look), { pixelRatio });
  }
}

function drawSymbol(kind: Kind, look: Look): ImageData {
  const side = boxPixels * pixelRatio;
  const context = drawingOf(side);
  // The signs have a box of 24; the rest is space for the border.
  context.scale((pixelRatio * boxPixels) / 30, (pixelRatio * boxPixels) / 30);
  context.translate(3, 3);
  const { colour, shape } = groups[kind.group];
  const outline = new Path2D(shapes[shape]);
  const { sheet } = palettes[look];
  const isDark = look === 'dark';
  context.lineJoin = 'round';
  context.lineWidth = 4;
  context.strokeStyle = isDark ? '#e8ecea' : '#ffffff';
  if (!kind.isPlanned) context.stroke(outline);
  context.fillStyle = kind.isPlanned ? (isDark ? '#e8ecea' : sheet) : colour;
  context.fill(outline);
  if (kind.isPlanned) {
    context.lineWidth = 1.8;
    context.setLineDash([3.2, 2.3]);
    context.strokeStyle = colour;
    context.stroke(outline);
  }
  context.fillStyle = kind.isPlanned ? colour : '#ffffff';
  context.fill(new Path2D(kind.sign), 'evenodd');
  return context.getImageData(0, 0, side, side);
}
