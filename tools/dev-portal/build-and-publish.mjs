import { remotesIn } from '../../shared/webpack/src/remotes.mjs';
import { run } from './child-process.mjs';

/** The shell and every remote. */
export const modulesIn = (root) => ['shell', ...remotesIn(root)];

/**
 * Builds the changed modules in `lanes` parallel processes, because a build uses one core. `say` is called with each output line; `names`: these
 * modules only. Throws PreconditionError with the build's output.
 */
export async function buildModules(root, env, say, lanes = 2, names = modulesIn(root)) {
  const onOutput = (text) => {
    for (const line of text.split('\n').filter(Boolean)) say(line);
  };
  const build = (lane) => {
    const its = names.filter((_, at) => at % lanes === lane);
    return run(['shared/webpack/bin/portal-build.mjs', ...its, '--local'], { cwd: root, env, onOutput });
  };
  await Promise.all(Array.from({ length: Math.min(lanes, names.length) }, (_, lane) => build(lane)));
}

/** The arguments of `portal` that publish the builds. An empty error budget must not stop a demonstration, so its builds are declared as a fix. */
export const publishArguments = (root, { PORTAL_MODE }) => [
  ...['publish', ...modulesIn(root), '--activate', '--why', 'npm start'],
  ...(PORTAL_MODE === 'demo' ? ['--fix', 'npm start'] : []),
];

/** Publishes the builds and activates the new versions in one revision. Returns the output of the portal command. */
export const publishModules = (root, env) =>
  run(['--import', 'tsx', 'delivery/src/cli.ts', ...publishArguments(root, env)], { cwd: root, env });
