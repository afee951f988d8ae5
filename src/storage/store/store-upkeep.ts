import type { ServiceDatabase } from '../db/service-database.ts';
import { upkeepOf } from '../db/upkeep.ts';
import { artefactTables } from './artefacts/rows.ts';
import { schema as postgresSchema } from './postgres/store-schema.ts';
import { tableNames } from './rows/layer-tables.ts';
import { checkAllRows } from './sqlite/check-rows.ts';
import { schema } from './sqlite/store-schema.ts';
import { propertyData } from './sqlite-store.ts';

/** What backups need to know about the database of the property data. */
export const storeDatabase: ServiceDatabase = {
  service: 'api',
  content: 'the property data',
  setting: 'KTIMA_DATABASE_URL',
  mainTable: 'sources',
  kind: propertyData,
  sqlite: { schema, checkRows: checkAllRows },
  postgres: {
    schema: postgresSchema,
    name: 'store',
    writes: false,
    needsPostgis: true,
    tables: ['layers', 'sources', ...tableNames, 'departed_places', 'parcel_blocks', 'edition'],
    derivedTables: artefactTables,
  },
};

/** Backup, restore and compaction of the property data. */
export const storeUpkeep = upkeepOf(storeDatabase);
