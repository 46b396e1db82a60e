// `npm run db:types -w api`: writes platform/database/tables.ts from an empty database after all migrations.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dropFolder, temporaryFolder } from '@portal/testing/temporaryFolder';
import { apiDir } from '../../src/platform/config/paths';
import { startEmbedded } from '../../src/platform/database/embedded';
import { migrate } from '../../src/platform/database/migrate';
import { writtenTables } from './generate';

async function main(): Promise<void> {
  const folder = temporaryFolder('db-types');
  const server = await startEmbedded(join(folder, 'pg'), { fsync: 'off' });
  try {
    await migrate(server.connection);
    writeFileSync(join(apiDir, 'src/platform/database/tables.ts'), await writtenTables(server.connection));
  } finally {
    await server.stop();
    dropFolder(folder);
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(`db:types: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
