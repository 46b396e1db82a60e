import { setTimeout as pause } from 'node:timers/promises';
import { isStoreFailure, UserError } from '../errors';
import type { ServedApiState } from '../gate/gate';
import { readHealth } from '../health/host-health';
import { emptyStats, evaluate, reasonOf } from '../health/version-stats';
import { type ChangeInfo, type ChangeResult, type CommandContext, readRegistry, type VersionRef } from '../registry/update-registry';
import { canary, promote, stopCanary } from './canary';
import { changeInfo, command, fixOption, forceOption, formatOutcome, readServedApi, whyOption } from './command';

const CHECK_MS = 5_000;
const MINUTE_MS = 60_000;

export interface RolloutPlan {
  /** Shares of the devices in percent, ascending to 100. */
  stages: readonly number[];
  /** The least time of a stage, in milliseconds. */
  stageMs: number;
  /** The fewest page views of the version in a stage: without views its health is unknown. */
  views: number;
}

export interface RolloutProcess {
  wait(ms: number): Promise<unknown>;
  say(line: string): void;
  /** The API of this moment. A rollout lasts hours, so the API may have changed. */
  readServed(): Promise<ServedApiState>;
}

export function parsePlan({
  stages = '1,10,50,100',
  minutes = '30',
  views = '20',
}: { [option in 'stages' | 'minutes' | 'views']?: string | undefined }): RolloutPlan {
  const shares = stages.split(',').map(Number);
  const isAscending = shares.every((share, at) => share > (shares[at - 1] ?? 0));
  if (!isAscending || shares.at(-1) !== 100)
    throw new UserError('--stages are ascending shares in percent, and the last one is 100: 1,10,50,100');
  const [stageMs, wanted] = [Number(minutes) * MINUTE_MS, Number(views)];
  if (!(stageMs > 0)) throw new UserError('--minutes is above 0');
  if (!(Number.isInteger(wanted) && wanted >= 0)) throw new UserError('--views is a whole number, 0 or more');
  return { stages: shares, stageMs, views: wanted };
}

async function readState(context: CommandContext, { name, version }: VersionRef) {
  const entry = (await readRegistry(context)).registry?.modules[name];
  const { modules, notes } = await readHealth(context.store, context.now().getTime());
  const statsOf = (one: string | undefined) => (one === undefined ? undefined : modules[name]?.[one]) ?? emptyStats();
  return {
    entry,
    canary: entry?.canary?.version === version ? entry.canary : null,
    stats: statsOf(version),
    before: statsOf(entry?.version),
    /** Why self-heal leaves the version to people. */
    note: notes.find((text) => text.includes(`${name} ${version} `)),
  };
}

type State = Awaited<ReturnType<typeof readState>>;

/** Throws if the stage was ended or changed by someone else, or ends it if the version is worse than the active one. */
async function requireHealthy(
  context: CommandContext,
  request: VersionRef,
  percent: number,
  state: State,
  info: ChangeInfo,
): Promise<void> {
  const { entry, stats, before, note } = state;
  const ended = `the rollout of ${request.name} ${request.version} ended at ${percent} %`;
  if (!state.canary) throw new UserError(`${ended}: ${entry?.quarantined?.[request.version] ?? 'it is no canary any more'}`);
  if (state.canary.percent !== percent) throw new UserError(`${ended}: its share was set to ${state.canary.percent} %`);
  const verdict = evaluate(stats, before);
  if (verdict) {
    const why = reasonOf(verdict, entry?.version ?? null);
    await stopCanary(context, request, { ...info, why });
    throw new UserError(`${ended}: ${why}`);
  }
  if (note) throw new UserError(`${ended}: ${note}`);
}

/** Reads again while the store is unreachable, because a rollout lasts hours. */
async function readWhenPossible(context: CommandContext, request: VersionRef, { wait, say }: RolloutProcess): Promise<State> {
  for (;;) {
    try {
      return await readState(context, request);
    } catch (error) {
      if (!isStoreFailure(error)) throw error;
      say(`the store is unreachable: ${error.message}`);
      await wait(CHECK_MS);
    }
  }
}

/** Waits until the stage has had its time and its views. */
async function waitForStage(
  context: CommandContext,
  request: VersionRef,
  percent: number,
  { stageMs, views }: RolloutPlan,
  info: ChangeInfo,
  surroundings: RolloutProcess,
): Promise<void> {
  const { wait, say } = surroundings;
  let first: number | undefined;
  let isLate = false;
  for (;;) {
    const state = await readWhenPossible(context, request, surroundings);
    await requireHealthy(context, request, percent, state, info);
    first ??= state.stats.views;
    const seen = state.stats.views - first;
    const isOver = context.now().getTime() >= Date.parse(state.canary?.at ?? '') + stageMs;
    if (isOver && seen >= views) return;
    if (isOver && !isLate) say(`${percent} %: its time is over; ${seen} of ${views} page views, so it goes on`);
    isLate ||= isOver;
    await wait(CHECK_MS);
  }
}

/**
 * Runs a version on growing shares of the devices, then makes it active. A stage ends after its time and views if the version is not worse than
 * the active one, by the rule of self-heal. A rollout that was interrupted continues with its stage. Throws when the rollout ends early.
 * @returns null if the version is active already
 */
export async function rollout(
  context: CommandContext,
  request: VersionRef,
  plan: RolloutPlan,
  info: ChangeInfo,
  surroundings: RolloutProcess,
): Promise<ChangeResult | null> {
  const { entry, canary: running } = await readState(context, request);
  if (entry?.version === request.version) return null;
  const left = plan.stages.filter((percent) => percent >= (running?.percent ?? 0));
  for (const percent of left) {
    const current = { ...context, served: await surroundings.readServed() };
    if (percent === 100) return promote(current, request, info);
    if (percent !== running?.percent) await canary(current, request, percent, info);
    surroundings.say(`${percent} % of the devices run ${request.name} ${request.version}`);
    await waitForStage(context, request, percent, plan, info, surroundings);
  }
  throw new UserError('the rollout has no stage left');
}

export const rolloutCommand = command({
  name: 'rollout',
  summary:
    'Runs a version on growing shares of the devices, and makes it active if it stays healthy. Interrupted, it continues when it is repeated.',
  arguments: '<module> <version>',
  options: {
    stages: { value: 'shares', about: 'the shares in percent; 1,10,50,100 by default' },
    minutes: { value: 'n', about: 'the least time of a stage; 30 by default' },
    views: { value: 'n', about: 'the fewest page views of a stage; 20 by default' },
    ...whyOption,
    ...fixOption,
    ...forceOption,
  },
  needsApi: true,
  needsOpsToken: true,
  async run(context, [name = '', version = ''], options) {
    const plan = parsePlan(options);
    const surroundings: RolloutProcess = {
      wait: pause,
      // Not stdout: `--json` prints the result there.
      say: (line) => void process.stderr.write(`${context.now().toISOString()} ${line}\n`),
      readServed: readServedApi,
    };
    return formatOutcome(await rollout(context, { name, version }, plan, changeInfo(options, 'a rollout in stages'), surroundings));
  },
});
