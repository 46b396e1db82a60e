import { join, resolve } from 'node:path';

const repository = resolve(import.meta.dirname, '../..');

/** Where versions, registry and keys live: PORTAL_DATA, else `.data/delivery` of the repository. */
export const dataFolder = (): string => resolve(process.env.PORTAL_DATA ?? join(repository, '.data/delivery'));

/** Where a module's build lies. */
export const buildFolder = (name: string): string => join(repository, name, 'dist');
