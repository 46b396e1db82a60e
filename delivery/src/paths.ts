import { join, resolve } from 'node:path';
import { readValue } from '@portal/settings/read';

export const repository = resolve(import.meta.dirname, '../..');

/** The folder of versions, registry and keys: `delivery` in the portal's data (PORTAL_DATA, else `.data` of the repository). */
export const storeFolder = (): string => resolve(readValue('PORTAL_DATA', process.env) ?? join(repository, '.data'), 'delivery');

export const buildFolder = (name: string): string => join(repository, name, 'dist');
