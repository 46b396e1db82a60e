// `npm run test:nginx [-- specs]`: Debian's nginx with docker/nginx.conf before a portal of this run's own, and journeys through it.
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { temporaryFolder } from '@portal/testing/temporaryFolder';
import { startNginx } from '../cluster/services';
import { ensurePackages } from '../packages.mjs';
import { withOwnPortal } from '../portal/own.mjs';
import { freePort } from '../portal/preconditions.mjs';
import { filesProblems } from './files';

const root = resolve(import.meta.dirname, '../..');
const SMOKE = ['journeys/auth/session', 'journeys/jobs/find-work', 'journeys/pages/served'];
const asked = process.argv.slice(2);
const say = (line: string) => process.stdout.write(`${line}\n`);

const missing = ensurePackages(['nginx-light', 'libnginx-mod-http-brotli-static']);
if (missing) throw new Error(missing);

/** What a browser sees through nginx is the portal, whole. */
function walk({ STAFF_TOKEN, ...env }: { STAFF_TOKEN: string | null; PORTAL_URL: string; PORTAL_DATA: string; API_URL: string }): number {
  const args = ['tools/e2e.mjs', ...(asked.length > 0 ? asked : SMOKE)];
  return (
    spawnSync(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...env, ...(STAFF_TOKEN ? { STAFF_TOKEN } : {}) },
      stdio: 'inherit',
    }).status ?? 1
  );
}

process.exitCode = await withOwnPortal('nginx', async (env) => {
  const modules = join(env.PORTAL_DATA, 'delivery');
  const portOf = (url: string) => Number(new URL(url).port);
  const host = portOf(env.PORTAL_URL);
  const nobody = await freePort();
  const before = async (name: string, port: number, api: number) =>
    startNginx(temporaryFolder(name), { hosts: [port, port], apis: [api, api], modules });
  const nginx = await before('nginx-before-a-host', host, portOf(env.API_URL));
  const alone = await before('nginx-before-nobody', nobody, nobody);
  try {
    const { files, problems } = await filesProblems({ host: env.PORTAL_URL, nginx: nginx.url, alone: alone.url });
    for (const problem of problems) say(problem);
    say(`${files} files of modules: ${problems.length} differ from the host's, or need a process of node`);
    const code = walk({ ...env, PORTAL_URL: nginx.url });
    return problems.length > 0 ? 1 : code;
  } finally {
    await alone.stop();
    await nginx.stop();
  }
});
