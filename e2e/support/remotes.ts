import { resolve } from 'node:path';
import { remotesIn } from '@portal/webpack/remotes';

/** Every remote of this repository. */
export const remotes = remotesIn(resolve(import.meta.dirname, '../..'));
