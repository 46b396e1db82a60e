import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

async function node(...args: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, args, { cwd: root, env: process.env });
  return stdout;
}

/** `npm run portal -- …` on the store of the portal under test (PORTAL_DATA). Resolves with what it said. */
export const portalCommand = (...args: string[]): Promise<string> => node('--import', 'tsx', 'delivery/src/cli.ts', ...args);

/** Builds the module's present sources under another version, outside its own dist. */
export const buildAs = (module: string, version: string, out: string): Promise<string> =>
  node('shared/webpack/bin/portal-build.mjs', module, '--version', version, '--out', out);
