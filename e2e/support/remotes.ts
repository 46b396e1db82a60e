import { resolve } from 'node:path';
import { remotesIn } from '@portal/webpack/remotes';

export const remotes = remotesIn(resolve(import.meta.dirname, '../..'));
