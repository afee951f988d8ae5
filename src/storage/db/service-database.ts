import type { DatabaseSync } from 'node:sqlite';
import type { PostgresOptions } from './postgres/postgres.ts';
import type { Schema } from './schema-versions.ts';
import type { DatabaseKind } from './sqlite/sqlite.ts';

/** What upkeep needs to know about the database of a service. */
export interface ServiceDatabase {
  readonly service: 'api' | 'auth' | 'usage';
  /** What it holds, in a sentence. */
  readonly content: string;
  /** The setting with its URL. */
  readonly setting: string;
  /** A table that has rows as soon as there is something to lose. */
  readonly mainTable: string;
  /** How its tables are recognised, in both engines. */
  readonly kind: DatabaseKind;
  readonly sqlite: {
    readonly schema: Schema;
    /** Throws if a row is not as it was written. */
    readonly checkRows: (db: DatabaseSync) => void;
  };
  readonly postgres: {
    readonly schema: Schema;
    /** The name under which the version of its tables is stored. */
    readonly name: string;
    /** Its tables, without partitions. */
    readonly tables: readonly string[];
    /** Tables that are built from the others. */
    readonly derivedTables?: readonly string[];
    readonly writes: boolean;
    /** Whether its tables have columns of PostGIS. */
    readonly needsPostgis: boolean;
  };
}

/** Where the database of a service is. */
export type DatabaseAddress = PostgresOptions & { readonly url: string };

/** Rows by table. */
export type TableCounts = ReadonlyMap<string, number>;

/** How a backup is restored. */
export interface RestoreOptions {
  /** Whether a database that has data may be replaced. */
  readonly replace: boolean;
  /** Whether the file must have its checksum. */
  readonly checksum: boolean;
  /** Makes the tables of a new database, and migrates those of an older backup. */
  migrate(): Promise<void>;
}

/** The outcome of one check, for an operator. */
export interface Finding {
  /** What was checked: `encoding`, `rights`. */
  readonly check: string;
  /** A warning is no reason against serving. */
  readonly state: 'ok' | 'warning' | 'failed';
  /** What was found. */
  readonly message: string;
  /** What to do about it; absent if it is ok. */
  readonly mending?: string;
}
