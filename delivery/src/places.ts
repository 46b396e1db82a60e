import { join, resolve } from 'node:path';

const repository = resolve(import.meta.dirname, '../..');

/** The folder of versions, registry and keys: `delivery` in the portal's data (PORTAL_DATA, else `.data` of the repository). */
export const dataFolder = (): string => resolve(process.env.PORTAL_DATA ?? join(repository, '.data'), 'delivery');

export const buildFolder = (name: string): string => join(repository, name, 'dist');
