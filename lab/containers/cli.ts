// `npm run lab -- containers [--no-build]`. --no-build: with the images of an earlier run.
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { addDays, torontoDate } from '@portal/contracts/_kernel/clock';
import type { Input, Output } from '@portal/contracts/_kernel/endpoint';
import { login } from '@portal/contracts/auth/auth.endpoints';
import type { createKey } from '@portal/contracts/staff/staff.staff';
import pg from 'pg';
import { seedPassword } from '../../api/seed/demo';
import { type Caller, caller } from '../../e2e/support/caller';
import { ensurePackages } from '../../tools/apt.mjs';
import { say } from '../../tools/say.mjs';
import type { Guard } from '../cluster/load';
import {
  addressOf,
  containerOf,
  imageOf,
  readServices,
  removeProject,
  type Settings,
  startServices,
  trialSettings,
  volumeFolder,
} from './compose';
import { baseNames, buildImage, makeBases, sizeOf } from './images';
import { type Kill, killEach, victims } from './kills';
import { podman, run } from './podman';
import { reportOf } from './report';
import { type Portal, smoke } from './smoke';

const root = resolve(import.meta.dirname, '../..');
const REPORT = join(root, 'docs/reports/containers.md');
const GUARDS_OF_A_ROUND = 5;
const [url, staffUrl, opsUrl] = ['http://localhost:8080', 'http://127.0.0.1:8082', 'http://127.0.0.1:8083'];

async function buildAll(services: ReturnType<typeof readServices>) {
  const isBuilt = !process.argv.includes('--no-build');
  const images = [];
  for (const name of baseNames) images.push({ name, megabytes: await sizeOf(name) });
  for (const service of new Map(Object.values(services).map((one) => [imageOf(one), one])).values()) {
    if (!service.build) continue;
    const { context, dockerfile } = service.build;
    const image = imageOf(service);
    if (isBuilt) await buildImage(image, join('docker', context, dockerfile), join('docker', context));
    images.push({ name: image.split('/').at(-1) ?? image, megabytes: await sizeOf(image) });
    say(`${image} has ${images.at(-1)?.megabytes} MB`);
  }
  return images;
}

const databaseUrl = async ({ DATABASE_PASSWORD }: Settings) =>
  `postgres://portal:${DATABASE_PASSWORD}@${await addressOf('database')}/portal`;

/** Writes the demonstration data from this checkout, because the image of the API has none of it. */
async function seed(settings: Settings): Promise<void> {
  const variables = {
    ...{ PORTAL_MODE: 'demo', PORTAL_DATA: await volumeFolder('data'), PORTAL_SECRET_KEYS: settings.PORTAL_SECRET_KEYS },
    DATABASE_URL: await databaseUrl(settings),
  };
  const assignments = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
  await run('env', '-C', root, ...assignments, process.execPath, '--import', 'tsx', 'api/seed/cli.ts');
  await podman('exec', '--user', 'root', containerOf('api-1'), 'chown', '-R', 'node', '/data');
}

/** A new key for staff, by the command that docker/compose.yaml names. The API limits the calls of each key. */
async function createStaffKey(): Promise<string> {
  const tomorrow = addDays(torontoDate(new Date()), 1);
  const command = ['node', 'dist/api/staff.js', 'create-key', '--database', '--name', 'Lab', '--role', 'dispatcher', '--expires', tomorrow];
  const output = await podman('exec', containerOf('api-1'), ...command);
  return (JSON.parse(output) as Output<typeof createKey>).key;
}

/** Logs in some guards of the demonstration who have a shift. */
async function logIn(settings: Settings, { get }: Caller): Promise<Guard[]> {
  const client = new pg.Client({ connectionString: await databaseUrl(settings) });
  await client.connect();
  try {
    const { rows } = await client.query<Omit<Guard, 'token'> & { email: string }>(
      `select distinct on (guards.id) guards.id, guards.email, shifts.job_id as "jobId", shifts.id as "shiftId"
       from guards join assignments on assignments.guard_id = guards.id join shifts on shifts.id = assignments.shift_id
       order by guards.id limit $1`,
      [GUARDS_OF_A_ROUND * victims.length],
    );
    return await Promise.all(
      rows.map(async ({ email, ...guard }) => {
        const input = { email, password: seedPassword, deviceToken: 'web' } as Input<typeof login>;
        return { ...guard, token: (await get(login, input)).tokens.refresh.token };
      }),
    );
  } finally {
    await client.end();
  }
}

/** Sends the calls of staff to their listener, the others through nginx. */
function callerOf(staffToken: string): Caller {
  const [portal, staff] = [caller(url, ''), caller(staffUrl, staffToken)];
  return {
    call: (endpoint, ...rest) => (endpoint.auth === 'staff' ? staff : portal).call(endpoint, ...rest),
    get: (endpoint, ...rest) => (endpoint.auth === 'staff' ? staff : portal).get(endpoint, ...rest),
  };
}

async function smokeAll(portal: Portal) {
  const results = [];
  for (const [name, check] of Object.entries(smoke)) {
    const result = await check(portal).then(
      (seen) => ({ name, seen, isRight: true }),
      (error: Error) => ({ name, seen: error.message, isRight: false }),
    );
    results.push(result);
    say(`${name}: ${result.seen}`);
  }
  return results;
}

async function main(): Promise<boolean> {
  const advice = ensurePackages(['podman', 'buildah', 'runc', 'netavark', 'aardvark-dns', 'iptables', 'mmdebstrap']);
  if (advice) throw new Error(advice);
  const tools = [await podman('--version'), (await run('runc', '--version')).split('\n')[0] ?? '', await run('mmdebstrap', '--version')];
  const settings = trialSettings();
  const services = readServices(settings);
  await makeBases(say);
  const images = await buildAll(services);
  await removeProject();
  try {
    const starts = await startServices(services, settings, say);
    await seed(settings);
    const staffToken = await createStaffKey();
    const calls = callerOf(staffToken);
    const guards = await logIn(settings, calls);
    const guardToken = guards[0]?.token ?? '';
    const smoked = await smokeAll({ url, staffUrl, opsUrl, staffToken, guardToken });
    const report = (kills: readonly Kill[]) => writeFileSync(REPORT, reportOf({ tools, images, starts, smoke: smoked, kills }));
    // A run that ends during the kills leaves what it found before.
    report([]);
    const kills = await killEach(
      url,
      async () => callerOf(await createStaffKey()),
      guards,
      () => databaseUrl(settings),
      say,
    );
    report(kills);
    const failed = smoked.filter(({ isRight }) => !isRight).length;
    const wrong = kills.flatMap((one) => one.wrong).length;
    say(`${smoked.length - failed} of ${smoked.length} smoke checks passed; ${kills.length} kills, ${wrong} lost, twice or refused`);
    return failed + wrong === 0;
  } finally {
    await removeProject();
  }
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  process.stderr.write(`containers: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
