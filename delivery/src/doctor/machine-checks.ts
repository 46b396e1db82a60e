import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { type Environment, settingProblems, withoutEmpty } from '@portal/settings/read';
import { settings } from '@portal/settings/table';
import { isInstalled, nodeProblem } from '../../../shared/settings/src/installation.mjs';
import { type DoctorCheck, failedFinding, fetchReply, type Machine, okFinding, skippedFinding } from './check';

const NO_CLONE = 'there is no clone of the repository here';
const LEAST_FREE_BYTES = 1024 ** 3;

/** The folder, or the nearest one above it that exists: the folder itself is made at the first start. */
const existing = (folder: string): string => (existsSync(folder) ? folder : existing(dirname(folder)));

const portOf = ({ env, host }: Machine): number => Number(env.PORT || host?.port || 8080);

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });

async function isPortalHost(port: number): Promise<boolean> {
  const reply = await fetchReply(`http://localhost:${port}/healthz`);
  return typeof reply === 'object' && reply.text.includes('"revision"');
}

/** Our names that the table of settings does not have. The journeys read the last one. */
function unknownSettings(env: Environment): string[] {
  const known = [...Object.keys(settings), 'PORTAL_CANDIDATE'];
  return Object.keys(withoutEmpty(env)).filter((name) => /^(PORTAL|STAFF|OPS|DRAIN)_/.test(name) && !known.includes(name));
}

/** Checks of the machine and of its settings. */
export const machineChecks: readonly DoctorCheck[] = [
  {
    code: 'D01',
    subject: 'Node release',
    cause: 'The portal is tested with other releases of Node, and npm refuses to install.',
    fix: 'Install the release that is named here, for example with nvm.',
    run: ({ clone, node }) => {
      if (!clone) return skippedFinding(NO_CLONE);
      const problem = nodeProblem(clone, node);
      return problem ? failedFinding(problem) : okFinding(`Node ${node}`);
    },
  },
  {
    code: 'D02',
    subject: 'packages',
    cause: 'package-lock.json changed since the last install, for example after git pull.',
    fix: 'npm ci',
    run: ({ clone }) => {
      if (!clone) return skippedFinding(NO_CLONE);
      return isInstalled(clone)
        ? okFinding('node_modules matches package-lock.json')
        : failedFinding('node_modules does not match package-lock.json');
    },
  },
  {
    code: 'D03',
    subject: 'Chromium',
    cause: 'The journeys and the pictures of the screens need Chromium, which npm does not install.',
    fix: 'apt-get install chromium, or name yours: export CHROMIUM=/path/of/chromium',
    run: ({ clone, env }) => {
      if (!clone) return skippedFinding(NO_CLONE);
      const path = env.CHROMIUM || '/usr/bin/chromium';
      return existsSync(path) ? okFinding(path) : failedFinding(`there is no ${path}`);
    },
  },
  {
    code: 'D04',
    subject: 'port of the portal host',
    cause: 'Another program, or the portal of another clone that hangs, uses the port.',
    fix: 'End that program, or choose another port: PORT=8090 npm start',
    run: async (machine) => {
      const port = portOf(machine);
      if (await isFree(port)) return okFinding(`port ${port} is free`);
      return (await isPortalHost(port))
        ? okFinding(`a portal host answers on port ${port}`)
        : failedFinding(`another program uses port ${port}`);
    },
  },
  {
    code: 'D05',
    subject: 'data folder',
    cause: 'The folder belongs to another user, or is on a file system without write access.',
    fix: 'Give this user the folder (chown), or name another one with PORTAL_DATA.',
    run: ({ data }) => {
      const folder = existing(data);
      if (!statSync(folder).isDirectory()) return failedFinding(`${folder} is a file`);
      try {
        accessSync(folder, constants.W_OK);
        return okFinding(`${data} is writable`);
      } catch {
        return failedFinding(`${folder} is not writable`);
      }
    },
  },
  {
    code: 'D06',
    subject: 'free space',
    cause: 'Versions, the database and its log fill the disk.',
    fix: 'Delete files, or old versions: npm run portal -- prune --dry-run shows them.',
    run: ({ data }) => {
      const { bavail, bsize } = statfsSync(existing(data));
      const text = `${((bavail * bsize) / LEAST_FREE_BYTES).toFixed(1)} GiB are free for ${data}; 1 GiB is needed`;
      return bavail * bsize < LEAST_FREE_BYTES ? failedFinding(text) : okFinding(text);
    },
  },
  {
    code: 'D07',
    subject: 'values of settings',
    cause: 'An environment variable has a value that its program refuses.',
    fix: 'Correct the named variables: docs/reference/settings.md.',
    run: ({ env }) => {
      const problems = (['portal', 'host', 'API', 'staff'] as const).flatMap((reader) => settingProblems(reader, env));
      return problems.length > 0 ? failedFinding([...new Set(problems)].join('; ')) : okFinding('each value is valid');
    },
  },
  {
    code: 'D08',
    subject: 'names of settings',
    cause: 'A variable is misspelled, or belongs to another release, so no program reads it.',
    fix: 'Correct or unset the named variables: docs/reference/settings.md.',
    run: ({ env }) => {
      const unknown = unknownSettings(env);
      return unknown.length > 0 ? failedFinding(`no program reads ${unknown.join(', ')}`) : okFinding('each name is known');
    },
  },
];
