import { defaultObjective, type Objective } from '@portal/mf-kit/objective';

/** The events of one module in one span of time, by the devices of all versions of the module. */
export interface EventSums {
  /** All views, and the views with a failure that is attributed to the module. */
  views: number;
  bad: number;
  /** Page loads with a known time, and the loads above the `latencyMs` of the objective. */
  loads: number;
  late: number;
}

export const noEvents: Readonly<EventSums> = { views: 0, bad: 0, loads: 0, late: 0 };

export const addEvents = (one: EventSums, other: EventSums): EventSums => ({
  views: one.views + other.views,
  bad: one.bad + other.bad,
  loads: one.loads + other.loads,
  late: one.late + other.late,
});

/** The sums in stored data; null if they are malformed. */
export function sumsFrom(value: unknown): EventSums | null {
  const { views, bad, loads, late } = Object(value) as Record<keyof EventSums, number>;
  return [views, bad, loads, late].every((count) => Number.isSafeInteger(count) && count >= 0) ? { views, bad, loads, late } : null;
}

/** The window of a budget in days of UTC, today included. Four weeks contain each day of the week equally often. */
export const WINDOW_DAYS = 28;

/** The events of one module: by day (`2026-05-01`) within the window, and of the last hour and the last six hours. */
export interface ModuleEvents {
  days: ReadonlyMap<string, EventSums>;
  lastHour: EventSums;
  lastSixHours: EventSums;
}

export type BudgetKind = 'availability' | 'latency';

/** One objective of a module, and how much of its error budget is left. */
export interface Budget {
  kind: BudgetKind;
  /** The least share of good events. */
  target: number;
  /** Bad events, and all events of the window. */
  bad: number;
  of: number;
  /** The percentage of the budget that is left, 0 to 100; null while there is not enough data. */
  left: number | null;
  /** The number of events from which the budget decides. */
  needed: number;
  /** How fast the budget is used: 1 uses all of it in one window, null means not enough events. */
  burn: { hour: number | null; sixHours: number | null };
  /** The day on which the budget became empty; null if it is not. */
  emptySince: string | null;
}

/** Products of shares are not exact. */
const EXACTNESS = 1e-6;
/** Fewer events in an hour say nothing about the burn rate. */
const LEAST_BURN_EVENTS = 50;

const parts = {
  availability: ({ views, bad }: EventSums) => ({ bad, of: views }),
  latency: ({ loads, late }: EventSums) => ({ bad: late, of: loads }),
} as const satisfies Record<BudgetKind, (sums: EventSums) => { bad: number; of: number }>;

function burnRate({ bad, of }: { bad: number; of: number }, target: number): number | null {
  return of < LEAST_BURN_EVENTS ? null : bad / of / (1 - target);
}

/** The first day on which the bad events of the window reached the allowed number. */
function dayOfExhaustion(days: readonly (readonly [string, { bad: number }])[], allowed: number): string | null {
  let bad = 0;
  for (const [day, sums] of days) {
    bad += sums.bad;
    if (bad >= allowed - EXACTNESS) return day;
  }
  return null;
}

function budgetOf(kind: BudgetKind, target: number, { days, lastHour, lastSixHours }: ModuleEvents): Budget {
  const pick = parts[kind];
  const each = [...days].map(([day, sums]) => [day, pick(sums)] as const).sort(([a], [b]) => (a < b ? -1 : 1));
  const bad = each.reduce((sum, [, one]) => sum + one.bad, 0);
  const of = each.reduce((sum, [, one]) => sum + one.of, 0);
  // One network counts one bad event a day, so one network alone must not exhaust a budget that decides.
  const needed = Math.ceil((WINDOW_DAYS + 1) / (1 - target) - EXACTNESS);
  const allowed = of * (1 - target);
  const isKnown = of >= needed;
  const left = bad >= allowed - EXACTNESS ? 0 : 100 * (1 - bad / allowed);
  return {
    ...{ kind, target, bad, of, needed },
    left: isKnown ? left : null,
    burn: { hour: burnRate(pick(lastHour), target), sixHours: burnRate(pick(lastSixHours), target) },
    emptySince: isKnown && left === 0 ? dayOfExhaustion(each, allowed) : null,
  };
}

/** The error budgets of a module: what its objective allows in the window, less the bad events. Pure. */
export function errorBudgets({ availability, latencyShare = defaultObjective.latencyShare }: Objective, events: ModuleEvents): Budget[] {
  return [budgetOf('availability', availability, events), budgetOf('latency', latencyShare, events)];
}
