import { connect } from 'node:net';
import type { SignedRegistry } from '@portal/mf-kit/module';
import { damagedDays, emptyBudgets, readBudgets } from '../health/module-budgets';
import { hasAnyHalf, isTimestampValid, loadOpsKey, loadPublicKey } from '../registry/signatures';
import { readRegistry } from '../registry/update-registry';
import { openStore } from '../store/open-store';
import type { Store } from '../store/store';
import { type DoctorCheck, type Finding, failedFinding, fetchReply, type Machine, okFinding, skippedFinding } from './check';

/** A page refuses an older timestamp (`shell/src/registry/freshness.ts`). */
const STALE_MS = 10 * 60_000;
/** A page refuses a timestamp that is further ahead. */
const CLOCK_MS = 60_000;
const CONNECT_MS = 3_000;

const openForReading = ({ data, env }: Machine): Promise<Store> => openStore(data, env, false);
const hostOf = ({ env, host }: Machine): string =>
  (env.PORTAL_URL || (host ? `http://localhost:${host.port}` : `http://localhost:${env.PORT || 8080}`)).replace(/\/$/, '');
const apiOf = ({ env, host }: Machine): string | null => env.API_URL || host?.apiUrl || null;
const NO_API = 'its address is unknown: no portal host runs on this store here, and API_URL is not set';

/** Runs a check that needs the store; D09 reports a store that cannot be read. */
async function withStore(machine: Machine, run: (store: Store) => Promise<Finding>): Promise<Finding> {
  try {
    return await run(await openForReading(machine));
  } catch {
    return skippedFinding('the store cannot be read (D09)');
  }
}

/** Whether the address replies 200 to a path. */
async function replies200(url: string, path: string): Promise<Finding> {
  const reply = await fetchReply(url + path);
  if (typeof reply === 'string') return failedFinding(`${url} does not reply (${reply})`);
  return reply.status === 200
    ? okFinding(`${url}${path} replies 200`)
    : failedFinding(`${url}${path} replies ${reply.status}: ${reply.text.slice(0, 200)}`);
}

/** The difference between the clock of this machine and the clock of an address, in ms; null without a reply. */
async function clockDifference(url: string, now: () => Date): Promise<number | null> {
  const reply = await fetchReply(`${url}/healthz`);
  return typeof reply === 'object' && reply.date ? Date.parse(reply.date) - now().getTime() : null;
}

function timestampFinding(machine: Machine, served: SignedRegistry): Finding {
  const { timestamp } = served;
  if (!timestamp) return failedFinding('the served registry has no timestamp');
  const { timestampKeys = [], revision } = JSON.parse(served.document) as { timestampKeys?: string[]; revision: number };
  const keys = [...timestampKeys, ...(hasAnyHalf(machine.data, 'timestamp') ? [loadPublicKey(machine.data, 'timestamp')] : [])];
  if (!keys.some((key) => isTimestampValid(timestamp, key)))
    return failedFinding(`no known key signed the timestamp of revision ${revision}`);
  // Not measured by the Date header, which a proxy would replay, too.
  if (machine.now().getTime() - Date.parse(timestamp.at) > STALE_MS)
    return failedFinding(`the timestamp of revision ${revision} has expired: it is from ${timestamp.at}`);
  return okFinding(`revision ${revision} was current at ${timestamp.at}`);
}

/** Why an address accepts no connection; null if it accepts one. */
const refusalOf = (host: string, port: number): Promise<string | null> =>
  new Promise((resolve) => {
    const socket = connect({ host, port, timeout: CONNECT_MS });
    const end = (reason: string | null) => {
      socket.destroy();
      resolve(reason);
    };
    socket.once('connect', () => end(null));
    socket.once('timeout', () => end(`no reply in ${CONNECT_MS / 1_000} s`));
    socket.once('error', ({ message }) => end(message));
  });

/** Checks of the store, and of the programs that serve the portal. */
export const portalChecks: readonly DoctorCheck[] = [
  {
    code: 'D09',
    subject: 'store',
    cause: 'The folder or bucket is away, or its credentials are wrong.',
    fix: 'Check PORTAL_DATA, or PORTAL_STORE and the S3 settings: docs/guides/configuring-providers.md.',
    run: async (machine) => {
      try {
        const { used } = await (await openForReading(machine)).latestRevision();
        return okFinding(used === 0 ? 'the store is empty' : `the newest revision is ${used}`);
      } catch (error) {
        return failedFinding((error as Error).message);
      }
    },
  },
  {
    code: 'D10',
    subject: 'keys',
    cause: 'The store was copied or mounted without its folder keys.',
    fix: 'Copy keys/ops.pub from the machine that activates; keys/ops.pem only onto machines that activate.',
    run: (machine) =>
      withStore(machine, async (store) => {
        if (hasAnyHalf(machine.data, 'ops')) return okFinding(`the ops key is in ${machine.data}/keys`);
        const { used } = await store.latestRevision();
        return used === 0 ? okFinding('the first start makes the keys') : failedFinding(`there is no ops key in ${machine.data}/keys`);
      }),
  },
  {
    code: 'D11',
    subject: 'signature of the registry',
    cause: 'The newest revision was changed, is damaged, or is older than a revision that ran before.',
    fix: 'npm run portal -- status names the command that repairs it; see docs/runbook/README.md.',
    run: (machine) =>
      withStore(machine, async (store) => {
        if (!hasAnyHalf(machine.data, 'ops')) return skippedFinding('there is no ops key (D10)');
        try {
          const { registry } = await readRegistry({ store, ops: loadOpsKey(machine.data) });
          return registry
            ? okFinding(`revision ${registry.revision} is signed by the ops key`)
            : failedFinding('nothing is active yet: npm start');
        } catch (error) {
          return failedFinding((error as Error).message.split('\n')[0] ?? '');
        }
      }),
  },
  {
    code: 'D12',
    subject: 'portal host',
    cause: 'No portal host runs, or PORTAL_URL names another address.',
    fix: 'npm start, or set PORTAL_URL to the address of the portal.',
    run: (machine) => replies200(hostOf(machine), '/healthz'),
  },
  {
    code: 'D13',
    subject: 'age of the registry',
    cause: 'The portal host signs no timestamps any more, or a proxy replays an old registry. Pages refuse it.',
    fix: 'Restart the portal host; a proxy before it must not cache /registry.json.',
    run: async (machine) => {
      const reply = await fetchReply(`${hostOf(machine)}/registry.json`);
      if (typeof reply === 'string') return skippedFinding('the portal host does not reply (D12)');
      if (reply.status !== 200) return failedFinding(`/registry.json replies ${reply.status}: ${reply.text.slice(0, 200)}`);
      return timestampFinding(machine, JSON.parse(reply.text) as SignedRegistry);
    },
  },
  {
    code: 'D14',
    subject: 'guard API',
    cause: 'The API does not run, or API_URL names another address. The gate needs it.',
    fix: 'npm start, or set API_URL to the address of the guard API.',
    run: async (machine) => {
      const url = apiOf(machine);
      return url ? replies200(url, '/healthz') : failedFinding(NO_API);
    },
  },
  {
    code: 'D15',
    subject: 'database and files',
    cause: 'The database of the API is away or not migrated, or its files cannot be stored. The API migrates at its start.',
    fix: 'Start PostgreSQL, then the API, and read the first error in its log (npm start: .data/logs/api.log).',
    run: async (machine) => {
      const url = apiOf(machine);
      const reply = url ? await fetchReply(`${url}/readyz`) : NO_API;
      if (typeof reply === 'object')
        return reply.status === 200
          ? okFinding('the database replies and is migrated, and files can be stored')
          : failedFinding(reply.text.slice(0, 200));
      const database = machine.env.DATABASE_URL;
      if (!database) return skippedFinding('the embedded database starts and stops with the API (D14)');
      const { hostname, port } = new URL(database);
      const reason = await refusalOf(hostname, Number(port || 5432));
      const address = `the database at ${hostname}:${port || 5432}`;
      return reason ? failedFinding(`${address} does not reply (${reason})`) : okFinding(`${address} replies; the API does not (D14)`);
    },
  },
  {
    code: 'D16',
    subject: 'clocks',
    cause: 'A machine does not synchronise its clock. Tokens, timestamps and codes then expire at the wrong time.',
    fix: 'Turn on NTP on the machine that is wrong: timedatectl set-ntp true',
    run: async (machine) => {
      const addresses = [hostOf(machine), apiOf(machine)].filter((url) => url !== null);
      const differences = await Promise.all(addresses.map((url) => clockDifference(url, machine.now)));
      const known = differences.filter((difference) => difference !== null);
      if (known.length === 0) return skippedFinding('neither portal host nor API replies (D12, D14)');
      const widest = Math.max(...known.map(Math.abs));
      const text = `the clocks of this machine, portal host and API differ by ${Math.round(widest / 1_000)} s`;
      return widest > CLOCK_MS ? failedFinding(text) : okFinding(text);
    },
  },
  {
    code: 'D17',
    subject: 'error budgets',
    cause: 'Guards met more failures or slow page loads of a module than its objective allows in 28 days.',
    fix: 'Roll the module back, or activate a version that fixes it: docs/runbook/error-budget-empty.md.',
    run: (machine) =>
      withStore(machine, async (store) => {
        if (!hasAnyHalf(machine.data, 'ops')) return skippedFinding('there is no ops key (D10)');
        const { registry } = await readRegistry({ store, ops: loadOpsKey(machine.data) });
        if (!registry) return skippedFinding('nothing is active yet (D11)');
        const now = machine.now().getTime();
        const problems = [...emptyBudgets(await readBudgets(store, registry, now)), ...(await damagedDays(store, now))];
        return problems.length > 0 ? failedFinding(problems.join('; ')) : okFinding('no error budget is empty');
      }),
  },
];
