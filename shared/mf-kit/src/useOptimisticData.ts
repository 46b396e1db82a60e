import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { usePortal } from './PortalContext';
import type { Portal, PortalSession, WriteEntry, WriteState } from './portal';
import { isUnsent, useOutboxEntries } from './useOutboxEntries';
import type { Query } from './useQuery';

/*
 * What the guard did, over what was read: from the act until a reply that was asked for after the act was answered. Without it a
 * button comes back for a moment after its success, because the reply on the screen is older than the act.
 *
 *   // leave.queries.ts; gives `job` itself where nothing changes
 *   export const leaveOverlay = overlayOf(applyLeave, (job: JobDetail, { shiftId }, state) => …);
 *   // jobs.queries.ts
 *   export const useJobDetail = (ref) => useOverlay(useQuery(jobDetail, ref), leaveOverlay);
 *
 *   An overlay gets every act that the reply cannot have: kept on the device, under way (`isUnsent`), and answered since it was asked
 *   for; of plain writes those with an `order` that were answered. It must leave alone what has the act already. A failed act
 *   is none.
 */

/** By endpoint id: what an act makes of what was read. */
export type OptimisticUpdates<Data> = Readonly<Record<string, (data: Data, act: WriteEntry) => Data>>;

/** The overlay of one endpoint; several are spread into one. */
export const optimisticUpdate = <In, Out, Data>(
  endpoint: Endpoint<In, Out>,
  over: (data: Data, input: In, state: WriteState) => Data,
): OptimisticUpdates<Data> => ({ [endpoint.id]: (data, { input, state }) => over(data, input as In, state) });

const MOST = 50;

/**
 * Answered acts that the outbox does not list, because they were not to be kept. Of one mount, so never another guard's: each of its screens
 * has a portal of its own, and all of them its session.
 */
interface Answered {
  acts: readonly WriteEntry[];
  listeners: Set<() => void>;
}
const answered = new WeakMap<PortalSession, Answered>();
const inputs = new WeakMap<PortalSession, Map<string, unknown>>();

function of<Value>(map: WeakMap<PortalSession, Value>, { session }: Portal, make: () => Value): Value {
  const found = map.get(session) ?? make();
  map.set(session, found);
  return found;
}
const answeredOf = (portal: Portal) => of<Answered>(answered, portal, () => ({ acts: [], listeners: new Set() }));

/** Called by `useWrite`: the act stands over what was read before it was answered. */
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

/** What a sent act carried: the outbox forgets it once it is sent. */
function useSentInputs(entries: readonly WriteEntry[]): Map<string, unknown> {
  const known = of<Map<string, unknown>>(inputs, usePortal(), () => new Map());
  useEffect(() => {
    for (const { key, input } of entries) if (input !== undefined) known.set(key, input);
    for (const key of known.keys()) if (!entries.some((entry) => entry.key === key)) known.delete(key);
  }, [entries, known]);
  return known;
}

/** What the guard did that a reply asked for at `askedAt` cannot have, in the order it was done. `useOverlay` puts it over the reply. */
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

/** `query` as it will read once all that the guard did has arrived; see the head of this file. */
export function useOptimisticData<Out>(query: Query<Out>, overlay: OptimisticUpdates<Out>): Query<Out> {
  const { hasData, data, requestedAt: askedAt } = query;
  const acts = useWritesSince(askedAt);
  const shown = useMemo(
    () => (hasData ? acts.reduce<Out>((so, act) => overlay[act.endpointId]?.(so, act) ?? so, data) : data),
    [hasData, data, acts, overlay],
  );
  return { ...query, data: shown } as Query<Out>;
}
