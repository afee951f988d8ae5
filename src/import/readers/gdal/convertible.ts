/** A format that GDAL converts, with the name of its driver. */
export interface Convertible {
  readonly name: string;
  readonly driver: string;
  readonly endings: RegExp;
  /** Whether it is a drawing, in which a closed line is an area. */
  readonly isDrawing?: true;
  /** The extensions of companion files, which have the same name. */
  readonly beside?: RegExp;
}

/** A `.gdb` folder, or that folder in a zip archive. */
export const geodatabase: Convertible = {
  name: 'File Geodatabase',
  driver: 'OpenFileGDB',
  endings: /\.gdb(\.zip)?$/i,
};

/** Also found by its content, under another name or gzipped. */
export const topoJson: Convertible = {
  name: 'TopoJSON',
  driver: 'TopoJSON',
  endings: /\.topojson$/i,
};

/**
 * The only formats that GDAL may read. Its drivers for databases, web services and files that refer
 * to other files (VRT) are never used.
 */
export const convertibles: readonly Convertible[] = [
  geodatabase,
  { name: 'DXF', driver: 'DXF', endings: /\.dxf$/i, isDrawing: true },
  { name: 'DGN', driver: 'DGN', endings: /\.dgn$/i, isDrawing: true },
  {
    name: 'MapInfo',
    driver: 'MapInfo File',
    endings: /\.(tab|mif)$/i,
    beside: /\.(dat|map|id|ind|mid)$/i,
  },
  topoJson,
  { name: 'GPX', driver: 'GPX', endings: /\.gpx$/i },
  { name: 'Excel', driver: 'XLSX', endings: /\.xlsx$/i },
  { name: 'OpenDocument', driver: 'ODS', endings: /\.ods$/i },
];

/** The format of a file that GDAL must convert, by its extension. */
export function convertibleOf(path: string): Convertible | undefined {
  return convertibles.find(({ endings }) => endings.test(path));
}
