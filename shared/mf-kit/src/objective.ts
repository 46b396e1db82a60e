/** The objective of a module. The portal host compares it with the health reports; the difference is the error budget. */
export interface Objective {
  /** The least share of views without a failure of the module: 0.995 allows one bad view of 200. */
  availability: number;
  /** A page load is fast if the largest content of its first screen is painted within this time. */
  latencyMs: number;
  /** The least share of fast page loads; 0.75 if it is missing. */
  latencyShare?: number;
}

/** The objective of builds that name none: those before `objective`. The latency is "good" in the definition of web vitals. */
export const defaultObjective: Required<Objective> = { availability: 0.995, latencyMs: 2500, latencyShare: 0.75 };

const isBetween = (value: unknown, least: number, below: number) => typeof value === 'number' && value >= least && value < below;

/** Why a value is no objective; null if it is one. An objective of 1 has no budget, so each failure would exhaust it. */
export function objectiveProblem(value: unknown): string | null {
  const {
    availability,
    latencyMs,
    latencyShare = defaultObjective.latencyShare,
  } = Object(value) as Partial<Record<keyof Objective, unknown>>;
  if (!isBetween(availability, 0.5, 1)) return 'availability is a share from 0.5 and below 1, as 0.995';
  if (!isBetween(latencyMs, 100, 60_001)) return 'latencyMs is from 100 to 60000';
  return isBetween(latencyShare, 0.5, 1) ? null : 'latencyShare is a share from 0.5 and below 1, as 0.75';
}
