import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiFolder } from '../../platform/folders';
import { testApi } from '../api';
import { writtenTables } from './written';

const api = testApi();

it('tables.ts says what the migrations leave: npm run sql-types writes it', async () => {
  expect(await writtenTables(api.database)).toBe(readFileSync(join(apiFolder, 'src/platform/database/tables.ts'), 'utf8'));
});
