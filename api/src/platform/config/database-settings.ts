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
