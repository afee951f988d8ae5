import { rmSync } from 'node:fs';
import { temporaryFolder } from '../../../temporary-folder.ts';
import { type DbfColumn, dbf, pointShape, shp } from './shapefile-writer.ts';

export const { path: folder, put } = temporaryFolder();
export const idColumn: DbfColumn = { name: 'id', type: 'N', width: 4 };
export const nameColumn: DbfColumn = { name: 'name', type: 'C', width: 20 };

export interface Parts {
  readonly shp?: Buffer;
  readonly dbf?: Buffer;
  readonly cpg?: string;
  readonly prj?: string;
}

/** Writes a Shapefile of the given parts; returns the path of its .shp. */
export function putShapefile({
  shp: shapes = shp(1, [pointShape(1, 2)]),
  ...others
}: Parts): string {
  const files: Record<string, string | Buffer | undefined> = {
    dbf: dbf([idColumn], [['1']]),
    ...others,
  };
  for (const ending of ['dbf', 'cpg', 'prj']) {
    const content = files[ending];
    if (content === undefined) rmSync(`${folder}/some.${ending}`, { force: true });
    else put(`some.${ending}`, content);
  }
  return put('some.shp', shapes);
}
