import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

async function node(args: string[], env = process.env): Promise<string> {
  const { stdout } = await run(process.execPath, args, { cwd: root, env });
  return stdout;
}

/** `npm run portal -- …` on the store in this folder; default: PORTAL_DATA at the time of the call. Resolves with its output. */
export const portalCommandOn =
  (data?: string) =>
  (...args: string[]): Promise<string> =>
    node(['--import', 'tsx', 'delivery/src/cli.ts', ...args], { ...process.env, PORTAL_DATA: data ?? process.env.PORTAL_DATA });

/** Builds the module's current sources as another version, outside of its `dist` folder. */
export const buildAs = (module: string, version: string, out: string): Promise<string> =>
  node(['shared/webpack/bin/portal-build.mjs', module, '--version', version, '--out', out]);
