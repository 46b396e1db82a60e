import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { startEmbedded } from '../../api/src/platform/database/embedded';
import { fakeBuild } from '../../delivery/test/fixtures';
import { answers, type Child, run, start } from '../dev-portal/child-process.mjs';
import { freePort } from '../dev-portal/preconditions.mjs';
import { bundleProcess, type CompiledDeployable, root } from './bundle';
import { deployables } from './deployables';

/** Compiles a deployable into a folder with links to its own dependencies only, so that any other import fails. */
async function compileAlone(name: string, folder: string): Promise<CompiledDeployable> {
  const deployable = deployables.find((one) => one.name === name);
  if (!deployable) throw new Error(`${name} is no deployable`);
  const compiled = await bundleProcess(deployable, join(folder, name));
  for (const one of Object.keys(compiled.dependencies)) {
    const place = join(compiled.folder, 'node_modules', one);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(join(root, 'node_modules', one), place);
  }
  return compiled;
}

export interface StartedProcess {
  child: Child;
  url: string;
  /** Milliseconds from the start to the first successful reply. */
  ms: number;
}

/** The compiled programs with a migrated database and a store with a shell and one module. */
export async function openCompiled(folder: string) {
  const [api, host, portal] = await Promise.all(['api', 'host', 'portal'].map((name) => compileAlone(name, folder)));
  if (!api || !host || !portal) throw new Error('nothing was compiled');
  const database = await startEmbedded(join(folder, 'pg'));
  const data = join(folder, 'data');
  const env = {
    PATH: process.env.PATH,
    ...{ HOST: '127.0.0.1', PORTAL_MODE: 'demo', SEED: 'none', LOG_LEVEL: 'warn', PORTAL_DATA: data },
    DATABASE_URL: `postgres://postgres@localhost/postgres?host=${encodeURIComponent(database.connection.host ?? '')}`,
  };

  /** Starts a program and waits until `path` replies. */
  async function begin({ folder: of }: CompiledDeployable, path: string, more: Record<string, string> = {}): Promise<StartedProcess> {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const began = performance.now();
    const child = start(of, ['--enable-source-maps', 'main.js'], {
      cwd: of,
      env: { ...env, PORT: String(port), ...more },
      logFile: join(of, 'log'),
    });
    try {
      await answers(child, url + path);
    } catch (error) {
      await child.stop();
      throw error;
    }
    return { child, url, ms: performance.now() - began };
  }
  const command = (of: CompiledDeployable, file: string, args: string[], more: Record<string, string> = {}) =>
    run([join(of.folder, file), ...args], { cwd: of.folder, env: { ...env, ...more } });

  /** The first API start migrates the database. Then the compiled command publishes to the store, with that API. */
  async function prepare(): Promise<void> {
    const first = await begin(api as CompiledDeployable, '/readyz');
    try {
      const faq = fakeBuild({ name: 'mf-public', routes: { '/faq': 'Questions' } });
      for (const [name, dir] of [['shell', fakeBuild({ name: 'shell' })] as const, ['mf-public', faq] as const])
        await command(portal as CompiledDeployable, 'main.js', ['publish', name, '--dir', dir, '--activate', '--why', 'a start'], {
          API_URL: first.url,
        });
    } finally {
      await first.child.stop();
    }
  }
  try {
    await prepare();
  } catch (error) {
    await database.stop();
    throw error;
  }
  return {
    compiled: { api, host, portal },
    startApi: (more: Record<string, string> = {}) => begin(api, '/readyz', more),
    data,
    startHost: (more: Record<string, string> = {}) => begin(host, '/faq', more),
    portal: (...args: string[]) => command(portal, 'main.js', args),
    staff: (...args: string[]) => command(api, 'staff.js', args),
    stop: () => database.stop(),
  };
}
