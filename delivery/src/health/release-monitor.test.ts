import type { Registry } from '@portal/mf-kit/module';
import { deploy, fakeBuild, info, newContext } from '../../test/fixtures';
import { activate } from '../commands/activate';
import { announce } from '../commands/announce';
import { canary, stopCanary } from '../commands/canary';
import { publish } from '../commands/publish';
import { rollback } from '../commands/rollback';
import { ApiUnknown } from '../gate/gate';
import { type CommandContext, readRegistry } from '../registry/update-registry';
import type { HostHealth } from './host-health';
import { ReleaseMonitor } from './release-monitor';

const START = Date.parse('2026-05-01T12:00:00Z');
const AGAIN_MS = 15_000;
const DAY = 24 * 60 * 60_000;
let clock: number;
let context: ReturnType<typeof newContext>;
let watch: ReleaseMonitor;
/** The command context of the next rollback attempts. */
let open: () => Promise<CommandContext>;
let lines: string[];

const registry = async () => (await readRegistry(context)).registry as Registry;
const version = async () => (await registry()).modules['mf-jobs']?.version;
const jobs = (one: string) => ({ name: 'mf-jobs', version: one, routes: { '/search-job': 'Search' }, script: one });
const away = async () => ({ ...context, served: new ApiUnknown('the API is away') });
const note = async () => {
  await watch.keep();
  const [kept = '{}'] = [...(await context.store.health()).values()];
  return (JSON.parse(kept) as { note: string | null }).note;
};

async function fail(from: number, to: number, failing = '1.1.0'): Promise<void> {
  const { revision } = await registry();
  for (let one = from; one < to; one++)
    watch.report({ device: `d${one}`, network: `n${one}` }, revision, {
      token: '',
      sightings: [{ name: 'mf-jobs', version: failing, route: '/search-job', ended: 'failed' }],
      ratings: [],
    });
  await watch.settled();
}

/** As the host does every few seconds. */
async function later(ms: number): Promise<void> {
  clock += ms;
  watch.retryPending();
  await watch.settled();
}

beforeEach(async () => {
  clock = START;
  context = { ...newContext(), now: () => new Date(clock) };
  await deploy(context, { name: 'shell' }, jobs('1.0.0'));
  await deploy(context, jobs('1.1.0'));
  open = async () => context;
  lines = [];
  watch = new ReleaseMonitor({
    store: context.store,
    healing: { context: () => open() },
    now: () => clock,
    log: (line) => lines.push(line),
  });
  watch.follow(await registry());
});

it('repeats a failed rollback without another report as soon as it is possible', async () => {
  open = away;
  await fail(0, 3);
  expect([await version(), await note()]).toEqual(['1.1.0', expect.stringContaining('the API is away')]);
  await later(AGAIN_MS);
  expect(await version()).toBe('1.1.0');
  open = async () => context;
  await later(AGAIN_MS - 1);
  expect(await version()).toBe('1.1.0');
  await later(1);
  expect(await version()).toBe('1.0.0');
});

it('rolls the version back even if a revision is written during the attempt', async () => {
  let answer = (_desk: CommandContext) => {};
  const asked = new Promise<void>((isAsked) => {
    open = () => {
      isAsked();
      return new Promise((resolve) => {
        answer = resolve;
      });
    };
  });
  const trying = fail(0, 3);
  await asked;
  await announce(context, 'The API is away.', 1, info);
  watch.follow(await registry());
  answer(await away());
  await trying;
  expect(await version()).toBe('1.1.0');
  open = async () => context;
  await later(AGAIN_MS);
  expect(await version()).toBe('1.0.0');
});

it('stops trying when the version is no longer active', async () => {
  open = away;
  await fail(0, 3);
  await deploy(context, jobs('1.2.0'));
  watch.follow(await registry());
  open = async () => {
    throw new Error('it was tried');
  };
  await later(AGAIN_MS);
  expect(await version()).toBe('1.2.0');
});

it('stops trying when later reports are good', async () => {
  open = away;
  await fail(0, 3);
  const { revision } = await registry();
  for (let one = 10; one < 1500; one++)
    watch.report({ device: `d${one}`, network: `n${one}` }, revision, {
      token: '',
      sightings: [{ name: 'mf-jobs', version: '1.1.0', route: '/search-job', ended: 'stood' }],
      ratings: [],
    });
  open = async () => context;
  await later(AGAIN_MS);
  expect([await version(), await note()]).toEqual(['1.1.0', null]);
});

it('logs and notes nothing when another host or a person rolled back first', async () => {
  open = async () => {
    await rollback(context, 'mf-jobs', undefined, info);
    return context;
  };
  await fail(0, 3);
  expect(await version()).toBe('1.0.0');
  expect([await note(), lines]).toEqual([null, []]);
});

it('logs and notes nothing when another host stopped the canary first', async () => {
  await publish(context, fakeBuild(jobs('1.2.0')), {});
  await canary(context, { name: 'mf-jobs', version: '1.2.0' }, 50, info);
  watch.follow(await registry());
  open = async () => {
    await stopCanary(context, { name: 'mf-jobs' }, info);
    return context;
  };
  await fail(0, 3, '1.2.0');
  expect([await note(), lines]).toEqual([null, []]);
});

it('reports that a version is left to people until its trial is over', async () => {
  await fail(0, 3);
  expect(await version()).toBe('1.0.0');
  watch.follow(await registry());
  clock += 1000;
  await activate(context, [{ name: 'mf-jobs', version: '1.1.0' }], { ...info, force: true });
  watch.follow(await registry());
  await fail(3, 6);
  expect(await note()).toMatch('mf-jobs 1.1.0 is left to people');
  await later(DAY);
  expect(await note()).toMatch('mf-jobs 1.1.0 is left to people');
  await later(1);
  expect(await note()).toBeNull();
});

it('writes its state once a minute, and at the end that it has stopped', async () => {
  const said = async () => [...(await context.store.health()).values()].map((text) => JSON.parse(text) as HostHealth);
  const began = { at: new Date(START).toISOString(), healing: 'on' };
  await watch.keep();
  clock += 59_999;
  await watch.keep();
  expect(await said()).toMatchObject([began]);
  clock += 1;
  await watch.keep();
  expect(await said()).toMatchObject([{ at: new Date(clock).toISOString(), healing: 'on' }]);
  await Promise.all([watch.keep(), watch.close()]);
  expect(await said()).toMatchObject([{ healing: null, note: null }]);
});
