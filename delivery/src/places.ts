import { join, resolve } from 'node:path';

const repository = resolve(import.meta.dirname, '../..');

/** Where versions, registry and keys live: `delivery` in the folder that PORTAL_DATA names, else in `.data` of the repository. */
export const dataFolder = (): string => join(resolve(process.env.PORTAL_DATA ?? join(repository, '.data')), 'delivery');

/** Where a module's build lies. */
export const buildFolder = (name: string): string => join(repository, name, 'dist');
