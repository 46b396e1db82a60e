import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

async function node(args: string[], env = process.env): Promise<string> {
  const { stdout } = await run(process.execPath, args, { cwd: root, env });
  return stdout;
}

/** `npm run portal -- …` on the store in this folder; left out, on PORTAL_DATA's when it is called. Resolves with what it said. */
export const portalCommandOn =
  (data?: string) =>
  (...args: string[]): Promise<string> =>
    node(['--import', 'tsx', 'delivery/src/cli.ts', ...args], { ...process.env, PORTAL_DATA: data ?? process.env.PORTAL_DATA });

/** Builds the module's present sources under another version, outside its own dist. */
export const buildAs = (module: string, version: string, out: string): Promise<string> =>
  node(['shared/webpack/bin/portal-build.mjs', module, '--version', version, '--out', out]);
