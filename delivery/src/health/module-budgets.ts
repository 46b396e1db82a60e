import type { ModuleManifest, Registry } from '@portal/mf-kit/module';
import { defaultObjective, type Objective, objectiveProblem } from '@portal/mf-kit/objective';
import { isStoreFailure } from '../errors';
import { type Activated, readActiveManifest } from '../registry/active-versions';
import type { Store } from '../store/store';
import { dayBefore, dayOf, eventsWithin } from './budget-counts';
import { addEvents, type Budget, type EventSums, errorBudgets, noEvents, sumsFrom, WINDOW_DAYS } from './error-budget';
import { type HostHealth, parseHostHealth, recordOrNull } from './host-health';

/** The bad views, and the late loads, of a host on one day count only if they are from so many networks. Fewer may be one broken device, or one forger. */
const LEAST_NETWORKS = 3;

/** Sums of a host without the bad views, or late loads, of which the host's whole day has too few. */
function withoutFew(sums: EventSums, day: EventSums): EventSums {
  return { ...sums, ...(day.bad < LEAST_NETWORKS && { bad: 0 }), ...(day.late < LEAST_NETWORKS && { late: 0 }) };
}

/**
 * The events of one module on one day by all hosts. A host counts one bad view and one load a day for each network, so its bad views are its
 * affected networks. The sum of all hosts is no such number, because a network may reach several hosts, or one host before and after a restart.
 */
const eventsOfDay = (hosts: readonly HostHealth[], module: string, day: string): EventSums =>
  hosts
    .flatMap(({ events }) => events?.[module]?.days[day] ?? [])
    .map((sums) => withoutFew(sums, sums))
    .reduce(addEvents, noEvents);

/** The events of one module within so many hours by all hosts, with the same threshold, so the burn rate and the rest of a budget agree. */
const eventsOfHours = (hosts: readonly HostHealth[], module: string, now: number, hours: 1 | 6): EventSums =>
  hosts
    .map(({ events }) => {
      const { days, spans } = events?.[module] ?? { days: {}, spans: {} };
      const each = Object.entries(spans).map(([start, sums]) => [start, withoutFew(sums, days[dayOf(Number(start))] ?? noEvents)]);
      return eventsWithin(Object.fromEntries(each), now, hours);
    })
    .reduce(addEvents, noEvents);

const modulesOf = (hosts: readonly HostHealth[]) => new Set(hosts.flatMap(({ events }) => Object.keys(events ?? {})));
const daysOf = (hosts: readonly HostHealth[]) =>
  new Set(hosts.flatMap(({ events }) => Object.values(events ?? {}).flatMap(({ days }) => Object.keys(days))));

/** Also of hosts that stopped long ago: the portal may have been off since. */
const readHosts = async (store: Pick<Store, 'health'>): Promise<HostHealth[]> =>
  [...(await store.health()).values()].flatMap((text) => parseHostHealth(text) ?? []);

type StoredDay = Record<string, EventSums>;
/** Parses a stored day; null if it is damaged. */
function parseDay(text: string): StoredDay | null {
  const each = Object.entries(recordOrNull(text) ?? { '': null }).map(([module, sums]) => [module, sumsFrom(sums)] as const);
  return each.some(([, sums]) => sums === null) ? null : (Object.fromEntries(each) as StoredDay);
}

/** One line for each damaged day of the window. The budgets then use the sums that hosts still have. */
export async function damagedDays(store: Pick<Store, 'healthDays'>, now: number): Promise<string[]> {
  const damaged = [...(await store.healthDays())].filter(([day, text]) => day >= dayBefore(now, WINDOW_DAYS - 1) && !parseDay(text));
  return damaged.map(
    ([day]) =>
      `the stored events of ${day} cannot be read, so error budgets lack them or use the hosts' own: docs/runbook/error-budget-empty.md`,
  );
}

type DayStore = Pick<Store, 'health' | 'healthDays' | 'addHealthDay' | 'removeHealthDay'>;

/**
 * Stores each day that ended 24 hours ago or earlier as one sum of all hosts, because the files of stopped hosts are deleted after a week, and
 * deletes the days before the window. Each host may do it: the first one writes the day, with the sums that all of them read.
 */
export async function storeDays(store: DayStore, now: number): Promise<void> {
  const hosts = await readHosts(store);
  const stored = await store.healthDays();
  const first = dayBefore(now, WINDOW_DAYS - 1);
  for (const day of daysOf(hosts)) {
    if (day < first || day >= dayBefore(now, 1) || stored.has(day)) continue;
    const sums: StoredDay = Object.fromEntries([...modulesOf(hosts)].map((module) => [module, eventsOfDay(hosts, module, day)]));
    await store.addHealthDay(day, JSON.stringify(sums));
  }
  for (const day of stored.keys()) if (day < first) await store.removeHealthDay(day);
}

/** The error budgets of a module, with the squad that answers for them. */
export interface ModuleBudget {
  /** Null for builds that name none. */
  owner: string | null;
  objective: Objective;
  budgets: Budget[];
}

/** The manifest with the owner and the objective; null if it is damaged. The gate and `portal status` name the damage. */
async function readObjective(store: Store, name: string, entry: Activated): Promise<ModuleManifest | null> {
  try {
    return await readActiveManifest(store, name, entry);
  } catch (error) {
    if (isStoreFailure(error)) return null;
    throw error;
  }
}

/** The error budgets of the modules of a registry, by the objectives of their active versions. Modules of dev servers have none. */
export async function readBudgets(store: Store, registry: Registry, now: number): Promise<Record<string, ModuleBudget>> {
  const hosts = await readHosts(store);
  const stored = new Map([...(await store.healthDays())].map(([day, text]) => [day, parseDay(text)]));
  const days = [...new Set([...daysOf(hosts), ...stored.keys()])].filter((day) => day >= dayBefore(now, WINDOW_DAYS - 1));

  function budgetOf(name: string, manifest: ModuleManifest | null): ModuleBudget {
    const objective = manifest?.objective && objectiveProblem(manifest.objective) === null ? manifest.objective : defaultObjective;
    const each = days.map((day) => {
      const sums = stored.get(day);
      return [day, sums ? (sums[name] ?? noEvents) : eventsOfDay(hosts, name, day)] as const;
    });
    const [lastHour, lastSixHours] = [eventsOfHours(hosts, name, now, 1), eventsOfHours(hosts, name, now, 6)];
    const events = { days: new Map(each), lastHour, lastSixHours };
    return { owner: manifest?.owner ?? null, objective, budgets: errorBudgets(objective, events) };
  }
  const entries = Object.entries<Registry['shell'] & { dev?: true }>({ shell: registry.shell, ...registry.modules });
  const read = entries
    .filter(([, { dev }]) => !dev)
    .map(async ([name, entry]) => [name, budgetOf(name, await readObjective(store, name, entry))] as const);
  return Object.fromEntries(await Promise.all(read));
}

/** A share in percent, with at most two decimals. */
export const shareText = (share: number): string => `${Number((share * 100).toFixed(2))} %`;
const goodOf = { availability: 'views without a failure', latency: 'fast page loads' } as const;

/** The text of an empty budget, with its day, its figures and its owner. */
export function emptyBudgetText(name: string, { owner }: ModuleBudget, { kind, bad, of, target, emptySince }: Budget): string {
  const good = `${shareText(1 - bad / of)} of ${of} are ${goodOf[kind]}, the objective is ${shareText(target)}`;
  return `the ${kind} budget of ${name} is empty since ${emptySince} (${good} in ${WINDOW_DAYS} days; owner ${owner ?? 'unknown'})`;
}

/** One line for each empty budget. */
export const emptyBudgets = (budgets: Record<string, ModuleBudget>): string[] =>
  Object.entries(budgets).flatMap(([name, one]) =>
    one.budgets.flatMap((budget) => (budget.emptySince === null ? [] : [emptyBudgetText(name, one, budget)])),
  );
