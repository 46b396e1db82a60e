import { string } from 'yup';

const databaseUrl = (name: string) =>
  string().matches(/^postgres(ql)?:\/\//, `${name} must look like postgres://user:password@host:5432/database`);

export const databaseRules = {
  DATABASE_URL: databaseUrl('DATABASE_URL'),
  DATABASE_DIRECT_URL: databaseUrl('DATABASE_DIRECT_URL').when('DATABASE_URL', ([url], schema) =>
    url ? schema : schema.oneOf([undefined], 'DATABASE_DIRECT_URL also needs DATABASE_URL, the address of the pooler'),
  ),
  DATABASE_READ_URL: databaseUrl('DATABASE_READ_URL').when('DATABASE_URL', ([url], schema) =>
    url ? schema : schema.oneOf([undefined], 'DATABASE_READ_URL also needs DATABASE_URL: it is the address of a replica of that database'),
  ),
  REDIS_URL: string()
    .matches(/^rediss?:\/\//, 'REDIS_URL must look like redis://user:password@host:6379')
    .when('DATABASE_URL', ([url], schema) =>
      url ? schema : schema.oneOf([undefined], 'REDIS_URL also needs DATABASE_URL: the processes of one Redis share a database'),
    ),
};

/** Settings that must be equal in all processes. */
export interface SharedSettings {
  /** Unset: the embedded PostgreSQL in `dataFolder`. */
  databaseUrl: string | undefined;
  /** If set, `databaseUrl` is the URL of a pooler in transaction mode, and this is the URL of the database itself. */
  databaseDirectUrl: string | undefined;
  /** A streaming replica of the database for read-only calls; unset: none. */
  databaseReadUrl: string | undefined;
  /** Transport of live events between processes; unset: the database. */
  redisUrl: string | undefined;
}
