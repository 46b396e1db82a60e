// `npm run lab -- postgres`: runs the API's tests on Debian's PostgreSQL 15 (or the one in PG_BIN), on a free port.
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { dropFolder, temporaryFolder } from '../../shared/testing/src/temporaryFolder.mjs';
import { ensurePostgres, startPostgres, stopPostgres } from '../cluster/postgres.mjs';

const root = resolve(import.meta.dirname, '../..');

async function main() {
  ensurePostgres();
  const data = temporaryFolder('pg15');
  const postgres = await startPostgres(data);
  try {
    const env = {
      ...process.env,
      DATABASE_URL: `postgres://postgres@127.0.0.1:${postgres.port}/postgres`,
      JEST_TRACE_FILE: join(root, 'test-results/jest-postgres15.json'),
    };
    const jest = spawn(process.execPath, ['node_modules/jest/bin/jest.js', ...process.argv.slice(2), '--selectProjects', 'api'], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env,
    });
    return await new Promise((end) => jest.once('close', (code) => end(code ?? 1)));
  } finally {
    await stopPostgres(postgres);
    dropFolder(data);
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`postgres: ${error.message}\n`);
  process.exitCode = 1;
}
