import { run } from './child.mjs';

// Two lanes of about equal work: a build keeps one core busy.
const LANES = [
  ['shell', 'mf-jobs', 'mf-account'],
  ['mf-public', 'mf-onboarding', 'mf-communication'],
];
export const MODULES = LANES.flat();

/** Builds what changed of the shell and the remotes, two at a time; `say` hears a line per module. Throws Unready with the build's words. */
export async function buildModules(root, env, say) {
  const onOutput = (text) => {
    for (const line of text.split('\n').filter(Boolean)) say(line);
  };
  const build = (lane) => run(['shared/webpack/bin/portal-build.mjs', ...lane, '--local'], { cwd: root, env, onOutput });
  await Promise.all(LANES.map(build));
}

/** Publishes the builds and activates the new versions in one revision. Returns what the portal command said. */
export const publishModules = (root, env) =>
  run(['--import', 'tsx', 'delivery/src/cli.ts', 'publish', ...MODULES, '--activate', '--why', 'npm start'], { cwd: root, env });
