import { domainOf } from '@portal/contracts/_kernel/endpoint';
import { profile, saveNotificationSettings } from '@portal/contracts/guards/guards.endpoints';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useUnsavedInput } from '@portal/mf-kit/useUnsavedInput';
import { useWrite } from '@portal/mf-kit/useWrite';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { AlertChannel, AlertRow, Settings } from './alerts.text';

/** One press of a switch. */
export interface SwitchChange {
  row: AlertRow;
  /** Null for the main switch. */
  channel: AlertChannel | null;
  isOn: boolean;
}

/** The save of a row: none, in flight, saved with the server's message, refused and returned, or unknown without a reply. */
export type RowState =
  | { kind: 'idle' }
  | { kind: 'saving' }
  | { kind: 'saved'; message: string }
  | { kind: 'failed'; message: string; isUnknown: boolean; change: SwitchChange };

const IDLE: RowState = { kind: 'idle' };

export const applyChange = (settings: Settings, { row, channel, isOn }: SwitchChange): Settings =>
  row === 'push' || channel === null
    ? { ...settings, isNotification: isOn }
    : { ...settings, [row]: { ...settings[row], [channel]: isOn } };

type States = Partial<Record<AlertRow, RowState>>;

/** Sets the state of one row. A new save removes the "saved" messages of other rows. */
const withRowState = (states: States, row: AlertRow, state: RowState): States => {
  const others = Object.entries(states).filter(([, { kind }]) => state.kind !== 'saving' || kind !== 'saved');
  return { ...Object.fromEntries(others), [row]: state };
};

/** Another switch of the row was refused since then. Its message stays until the guard presses again. */
const isFailing = (states: States, { row, channel }: SwitchChange) => {
  const state = states[row];
  return state?.kind === 'failed' && state.change.channel !== channel;
};

/**
 * Saves each switch immediately, one after the other. Every save sends all settings as last saved, with one switch changed. A refused
 * switch returns, and does not affect the others.
 */
export function useAlertSettings(guardId: string, saved: Settings) {
  const portal = usePortal();
  const { send } = useWrite(saveNotificationSettings);
  const [pending, setPending] = useState<readonly SwitchChange[]>([]);
  const [states, setStates] = useState<States>({});
  const queue = useRef<SwitchChange[]>([]);
  const latest = useRef(saved);
  useLayoutEffect(() => {
    if (queue.current.length === 0) latest.current = saved;
  }, [saved]);
  // The save in flight will arrive, but the queued ones would be lost.
  useUnsavedInput(pending.length > 1, 'your alert settings');

  const saveQueue = useCallback(async () => {
    for (let change = queue.current[0]; change; change = queue.current[0]) {
      const next = applyChange(latest.current, change);
      const result = await send({ id: guardId, ...next }, { order: saveNotificationSettings.id });
      queue.current = queue.current.slice(1);
      if (result.ok) latest.current = next;
      setPending(queue.current);
      const isLast = !queue.current.some(({ row }) => row === change.row);
      const outcome: RowState = result.ok
        ? { kind: 'saved', message: result.message }
        : { kind: 'failed', message: result.error.userMessage, isUnknown: result.error.code === 0, change };
      setStates((states) => (result.ok && (!isLast || isFailing(states, change)) ? states : withRowState(states, change.row, outcome)));
      // It may have been stored without a reply, so the guard is read again.
      if (!result.ok && result.error.code === 0) portal.changed(domainOf(profile.id));
    }
  }, [send, guardId, portal]);

  const change = useCallback(
    (next: SwitchChange) => {
      const isIdle = queue.current.length === 0;
      queue.current = [...queue.current, next];
      setPending(queue.current);
      setStates((states) => withRowState(states, next.row, { kind: 'saving' }));
      if (isIdle) void saveQueue();
    },
    [saveQueue],
  );

  return {
    /** The settings as the guard chose them; a refused switch has the server's value. */
    shown: pending.reduce(applyChange, pending.length > 0 ? latest.current : saved),
    stateOf: (row: AlertRow): RowState => states[row] ?? IDLE,
    change,
  };
}
