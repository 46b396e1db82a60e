import { string } from 'yup';

const databaseUrl = (name: string) =>
  string().matches(/^postgres(ql)?:\/\//, `${name} must look like postgres://user:password@host:5432/database`);

export const databaseRules = {
  DATABASE_URL: databaseUrl('DATABASE_URL'),
  DATABASE_DIRECT_URL: databaseUrl('DATABASE_DIRECT_URL').when('DATABASE_URL', ([url], schema) =>
    url ? schema : schema.oneOf([undefined], 'DATABASE_DIRECT_URL needs DATABASE_URL beside it, which leads to the pooler'),
  ),
  DATABASE_READ_URL: databaseUrl('DATABASE_READ_URL').when('DATABASE_URL', ([url], schema) =>
    url ? schema : schema.oneOf([undefined], 'DATABASE_READ_URL needs DATABASE_URL beside it: it leads to a replica of that database'),
  ),
  REDIS_URL: string()
    .matches(/^rediss?:\/\//, 'REDIS_URL must look like redis://user:password@host:6379')
    .when('DATABASE_URL', ([url], schema) =>
      url ? schema : schema.oneOf([undefined], 'REDIS_URL needs DATABASE_URL beside it: the processes of one Redis share a database'),
    ),
};

/** What several processes share: each of them names the same. */
export interface SharedSettings {
  /** Unset: the embedded PostgreSQL in `dataFolder`. */
  databaseUrl: string | undefined;
  /** Set: `databaseUrl` leads to a pooler in transaction mode, and this one to the database itself. */
  databaseDirectUrl: string | undefined;
  /** A streaming replica of that database, for what only reads; unset: none. */
  databaseReadUrl: string | undefined;
  /** By which events go from process to process; unset: the database. */
  redisUrl: string | undefined;
}
