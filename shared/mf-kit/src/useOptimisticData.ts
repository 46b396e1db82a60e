import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { usePortal } from './PortalContext';
import type { Portal, WriteEntry, WriteState } from './portal';
import { isUnsent, useOutboxEntries } from './useOutboxEntries';
import type { Query } from './useQuery';

/*
 * Applies the guard's acts to older query data, until a reply that was requested after the act arrives. Without this, a button would
 * reappear after its success for a moment, because the reply on the screen is older than the act.
 *
 *   // leave.queries.ts; returns `job` itself if nothing changes
 *   export const leaveOverlay = optimisticUpdate(applyLeave, (job: JobDetail, { shiftId }, state) => …);
 *   // jobs.queries.ts
 *   export const useJobDetail = (ref) => useOptimisticData(useQuery(jobDetail, ref), leaveOverlay);
 *
 * An update gets each act that the reply cannot contain: stored on the device, in flight (`isUnsent`), or answered after the request. Of
 * writes that are not durable it gets the answered ones with an `order`. It must not change data that contains the act already. Failed acts
 * are left out.
 */

/** By endpoint id: the change of the data by one act. */
export type OptimisticUpdates<Data> = Readonly<Record<string, (data: Data, act: WriteEntry) => Data>>;

/** Declares the change by one endpoint. Spread several into one object. */
export const optimisticUpdate = <In, Out, Data>(
  endpoint: Endpoint<In, Out>,
  over: (data: Data, input: In, state: WriteState) => Data,
): OptimisticUpdates<Data> => ({ [endpoint.id]: (data, { input, state }) => over(data, input as In, state) });

const MOST = 50;

/**
 * Completed acts that the outbox does not list, because they are not durable. A mount has its own, so another guard never sees them. The
 * portals of its screens share its session.
 */
interface Answered {
  acts: readonly WriteEntry[];
  listeners: Set<() => void>;
}
const answered = new WeakMap<object, Answered>();
const inputs = new WeakMap<object, Map<string, unknown>>();

function of<Value>(map: WeakMap<object, Value>, { session }: Portal, make: () => Value): Value {
  const found = map.get(session) ?? make();
  map.set(session, found);
  return found;
}
const answeredOf = (portal: Portal) => of<Answered>(answered, portal, () => ({ acts: [], listeners: new Set() }));

/** `useWrite` calls it. The act then applies to data that was requested before its reply. */
export function recordCompletedWrite(portal: Portal, act: WriteEntry): void {
  const kept = answeredOf(portal);
  kept.acts = [...kept.acts, act].slice(-MOST);
  for (const listener of kept.listeners) listener();
}

function useAnswered(): readonly WriteEntry[] {
  const kept = answeredOf(usePortal());
  const subscribe = useMemo(
    () => (listener: () => void) => {
      kept.listeners.add(listener);
      return () => void kept.listeners.delete(listener);
    },
    [kept],
  );
  return useSyncExternalStore(
    subscribe,
    () => kept.acts,
    () => kept.acts,
  );
}

/** Remembers the inputs of sent entries, because the outbox deletes an input after sending. */
function useSentInputs(entries: readonly WriteEntry[]): Map<string, unknown> {
  const known = of<Map<string, unknown>>(inputs, usePortal(), () => new Map());
  useEffect(() => {
    for (const { key, input } of entries) if (input !== undefined) known.set(key, input);
    for (const key of known.keys()) if (!entries.some((entry) => entry.key === key)) known.delete(key);
  }, [entries, known]);
  return known;
}

/** Returns the guard's acts that a reply requested at `askedAt` cannot contain, in their order. */
export function useWritesSince(askedAt: number): readonly WriteEntry[] {
  const entries = useOutboxEntries();
  const known = useSentInputs(entries);
  const plain = useAnswered();
  return useMemo(() => {
    const isMissing = (act: WriteEntry) => isUnsent(act) || (act.state === 'sent' && Date.parse(act.sentAt ?? '') > askedAt);
    return [...entries, ...plain]
      .filter(isMissing)
      .map((act) => ({ ...act, input: act.input ?? known.get(act.key) }))
      .filter(({ input }) => input !== undefined)
      .sort((one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt));
  }, [entries, plain, known, askedAt]);
}

/** Returns `query` with the guard's later acts applied; see the head of this file. */
export function useOptimisticData<Out>(query: Query<Out>, overlay: OptimisticUpdates<Out>): Query<Out> {
  const { hasData, data, requestedAt: askedAt } = query;
  const acts = useWritesSince(askedAt);
  const shown = useMemo(
    () => (hasData ? acts.reduce<Out>((so, act) => overlay[act.endpointId]?.(so, act) ?? so, data) : data),
    [hasData, data, acts, overlay],
  );
  return { ...query, data: shown } as Query<Out>;
}
