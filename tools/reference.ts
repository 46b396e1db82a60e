// `node --import tsx tools/reference.ts` writes the pages of docs/reference that come from the code.
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { referencePages } from './reference/pages';

const root = resolve(import.meta.dirname, '..');
for (const [path, text] of Object.entries(referencePages())) writeFileSync(join(root, path), text);
