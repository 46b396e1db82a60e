import type { Kill } from './kills';

export interface Result {
  tools: readonly string[];
  images: readonly { name: string; megabytes: number }[];
  starts: ReadonlyMap<string, number>;
  smoke: readonly { name: string; seen: string; isRight: boolean }[];
  kills: readonly Kill[];
}

const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

/** What this kind of run cannot show, whatever its results. */
const IMPOSSIBLE = `- **No image registry.** The bases are made with the tags that \`docker/\` names: \`debian\` from Debian's packages, \`node\` with the binary and the npm of the npm registry, \`postgres\` with Debian's PostgreSQL 15 and a short first start in place of the image's own (\`lab/containers/bases\`). Sizes of images are those of these bases, which are larger than the registry's.
- **No Docker engine.** Podman ran the containers, each with separate namespaces of processes, files and network, on overlay storage. crun refuses a machine with both versions of cgroups, so runc is the runtime. Limits of open files are those of the machine, because root lacks CAP_SYS_RESOURCE here.
- **No compose command.** Debian's podman-compose (1.0.3) fails at the aliases of the default network and knows no conditions of dependencies. \`lab/containers/compose.ts\` reads \`docker/compose.yaml\` and runs each service with its own settings, volumes, ports, aliases, health check, restart policy and dependencies.
- **No health timers.** Podman repeats health checks only with systemd. The run executes each container's own check instead.
- **Another name server.** Podman's has the address of the network's gateway, so \`PORTAL_RESOLVER\` names it; Docker's default, 127.0.0.11, was not tried.
- **No providers.** The addresses for mail and SMS have no server; messages wait. One machine, no TLS in front.`;

/** The report of a complete run, as Markdown. */
export function reportOf({ tools, images, starts, smoke, kills }: Result): string {
  return `# The containers, run

Written by \`npm run lab -- containers\` on ${new Date().toISOString().slice(0, 10)} with ${tools.join(', ')}. Every image of \`docker/\` was built, and \`docker/compose.yaml\` ran with the demonstration data.

## Images

${table(
  ['image', 'MB'],
  images.map(({ name, megabytes }) => [name, megabytes]),
)}

## Start

Seconds from a container's own start, after its dependencies, until its health check succeeds; for \`publish\`, until it has ended. All on two cores.

${table(
  ['service', 'seconds'],
  [...starts].map(([name, seconds]) => [name, seconds.toFixed(1)]),
)}

## Smoke checks

${table(
  ['check', 'result', 'seen'],
  smoke.map(({ name, isRight, seen }) => [name, isRight ? 'passed' : 'failed', seen.replaceAll('|', '/').replaceAll('\n', ' ')]),
)}

## Kills

The first process of one container of each kind was killed with -9 while guards with open pages and staff wrote. *Away* is the time until the restarted container's health check succeeds. Calls without an answer include those of staff while api-1, the only one with a published staff listener, is away.

${table(
  ['killed', 'away, s', 'acknowledged', 'without an answer', 'longest unseen, s', 'limited (429)', 'lost, twice or refused'],
  kills.map((one) => [
    one.name,
    one.awaySeconds.toFixed(1),
    one.acknowledged,
    one.unanswered,
    one.unseenSeconds.toFixed(1),
    one.limited,
    one.wrong.length === 0 ? 0 : [...new Set(one.wrong)].slice(0, 3).join('; '),
  ]),
)}

## What was impossible here

${IMPOSSIBLE}
`;
}
