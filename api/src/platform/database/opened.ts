import { currentServices, type Services } from '../context';

/** The database of the API. @throws if it has none. */
export function openedDatabase(): NonNullable<Services['database']> {
  const { database } = currentServices();
  if (!database) throw new Error('The database is not open');
  return database;
}
