/** A format that GDAL reads for us, by the name of its driver. */
export interface Convertible {
  readonly name: string;
  readonly driver: string;
  readonly endings: RegExp;
  /** Whether it is a drawing, in which a closed line is an area. */
  readonly isDrawing?: true;
  /** Files of the same name that belong to it. */
  readonly beside?: RegExp;
}

/** A folder, or that folder in a zip archive. */
export const geodatabase: Convertible = {
  name: 'File Geodatabase',
  driver: 'OpenFileGDB',
  endings: /\.gdb(\.zip)?$/i,
};

/**
 * The formats that are handed to GDAL, and no others: its drivers for databases, web services and
 * files that name other files (VRT) are never asked.
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
  { name: 'TopoJSON', driver: 'TopoJSON', endings: /\.topojson$/i },
  { name: 'GPX', driver: 'GPX', endings: /\.gpx$/i },
  { name: 'Excel', driver: 'XLSX', endings: /\.xlsx$/i },
  { name: 'OpenDocument', driver: 'ODS', endings: /\.ods$/i },
];

/** The format of a file that GDAL is to convert, by the file's name. */
export function convertibleOf(path: string): Convertible | undefined {
  return convertibles.find(({ endings }) => endings.test(path));
}
