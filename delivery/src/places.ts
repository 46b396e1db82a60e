import { join, resolve } from 'node:path';

const repository = resolve(import.meta.dirname, '../..');

/** Where versions, registry and keys live: the folder `delivery` of the portal's data (PORTAL_DATA, else `.data` of the repository). */
export const dataFolder = (): string => resolve(process.env.PORTAL_DATA ?? join(repository, '.data'), 'delivery');

/** Where a module's build lies. */
export const buildFolder = (name: string): string => join(repository, name, 'dist');
