import type { Map as MapLibreMap } from 'maplibre-gl';
import { groups, type Kind, kindNames, kinds, shapes } from '../places/kinds.ts';
import { type Look, palettes } from './palette.ts';

/** The size of a symbol in pixels, and the device pixels per pixel. */
const boxPixels = 30;
const pixelRatio = 2;

/** Adds the symbol of every kind to the map, as `kind-…`. */
export function addSymbolImages(map: MapLibreMap, look: Look): void {
  for (const name of kindNames) {
    const id = `kind-${name}`;
    if (map.hasImage(id)) map.removeImage(id);
    map.addImage(id, drawSymbol(kinds[name], look), { pixelRatio });
  }
}

function drawSymbol(kind: Kind, look: Look): ImageData {
  const canvas = document.createElement('canvas');
  canvas.width = boxPixels * pixelRatio;
  canvas.height = canvas.width;
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
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
  return context.getImageData(0, 0, canvas.width, canvas.height);
}
