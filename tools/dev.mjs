// `npm run dev [-- mf-jobs …]`: the portal as npm start runs it, with live reload of the named remotes, or of all.
import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { remotesIn } from '../shared/webpack/src/remotes.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const named = process.argv.slice(2);
const remotes = named.length > 0 ? named : remotesIn(root);
const url = `http://localhost:${process.env.PORT || 8080}`;
const children = [];

function launch(args, stdio) {
  const child = spawn(process.execPath, args, { cwd: root, stdio, env: { ...process.env, PORTAL_URL: url } });
  children.push(child);
  return child;
}

function stop(code) {
  for (const child of children) child.kill('SIGTERM');
  process.exitCode = code;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => stop(0));

const portal = launch(['tools/start.mjs', '--sources'], 'inherit');
portal.once('close', (code) => stop(code ?? 1));
while (portal.exitCode === null && !(await fetch(`${url}/healthz`).catch(() => null))?.ok) await wait(500);

if (portal.exitCode === null) {
  for (const remote of remotes) launch(['shared/webpack/bin/portal-dev.mjs', remote], ['ignore', 'inherit', 'inherit']);
}
