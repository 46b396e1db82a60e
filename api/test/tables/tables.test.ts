import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiDir } from '../../src/platform/config/paths';
import { testApi } from '../test-api';
import { writtenTables } from './generate';

const api = testApi();

it('tables.ts matches the migrations: npm run db:types -w api writes it', async () => {
  expect(await writtenTables(api.database)).toBe(readFileSync(join(apiDir, 'src/platform/database/tables.ts'), 'utf8'));
});
