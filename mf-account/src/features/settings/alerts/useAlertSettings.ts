import { domainOf } from '@portal/contracts/_kernel/endpoint';
import { profile, saveNotificationSettings } from '@portal/contracts/guards/guards.endpoints';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useUnsavedInput } from '@portal/mf-kit/useUnsavedInput';
import { useWrite } from '@portal/mf-kit/useWrite';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { Row, Settings, Way } from './alerts.text';

/** One switch that was pressed. */
export interface Change {
  row: Row;
  /** Null: the switch above all. */
  way: Way | null;
  isOn: boolean;
}

/** How a row stands: nothing to tell, on its way, as the server said, put back, or unknown because no answer came. */
export type RowState =
  | { kind: 'idle' }
  | { kind: 'saving' }
  | { kind: 'saved'; message: string }
  | { kind: 'failed'; message: string; isUnknown: boolean; change: Change };

const IDLE: RowState = { kind: 'idle' };

export const apply = (settings: Settings, { row, way, isOn }: Change): Settings =>
  row === 'push' || way === null ? { ...settings, isNotification: isOn } : { ...settings, [row]: { ...settings[row], [way]: isOn } };

type States = Partial<Record<Row, RowState>>;

/** A newer word about one row; "saved" of the others has been read by then. */
const told = (states: States, row: Row, state: RowState): States => {
  const others = Object.entries(states).filter(([, { kind }]) => state.kind !== 'saving' || kind !== 'saved');
  return { ...Object.fromEntries(others), [row]: state };
};

/** Another switch of the row was refused since: its words stand until the guard presses again. */
const isFailing = (states: States, { row, way }: Change) => {
  const state = states[row];
  return state?.kind === 'failed' && state.change.way !== way;
};

/**
 * Saves each switch at once, one after the other: every save sends the whole of the settings, as they were last saved with this one
 * switch changed. What is refused is put back and takes nothing of the others with it.
 */
export function useAlertSettings(guardId: string, saved: Settings) {
  const portal = usePortal();
  const { send } = useWrite(saveNotificationSettings);
  const [pending, setPending] = useState<readonly Change[]>([]);
  const [states, setStates] = useState<States>({});
  const line = useRef<Change[]>([]);
  const latest = useRef(saved);
  useLayoutEffect(() => {
    if (line.current.length === 0) latest.current = saved;
  }, [saved]);
  // What is on its way arrives; what waits behind it would not.
  useUnsavedInput(pending.length > 1, 'your alert settings');

  const run = useCallback(async () => {
    for (let change = line.current[0]; change; change = line.current[0]) {
      const wanted = apply(latest.current, change);
      const result = await send({ id: guardId, ...wanted }, { order: saveNotificationSettings.id });
      line.current = line.current.slice(1);
      if (result.ok) latest.current = wanted;
      setPending(line.current);
      const isLast = !line.current.some(({ row }) => row === change.row);
      const outcome: RowState = result.ok
        ? { kind: 'saved', message: result.message }
        : { kind: 'failed', message: result.error.userMessage, isUnknown: result.error.code === 0, change };
      setStates((states) => (result.ok && (!isLast || isFailing(states, change)) ? states : told(states, change.row, outcome)));
      // It may have been stored all the same: only the server can say.
      if (!result.ok && result.error.code === 0) portal.changed(domainOf(profile.id));
    }
  }, [send, guardId, portal]);

  const change = useCallback(
    (wanted: Change) => {
      const isIdle = line.current.length === 0;
      line.current = [...line.current, wanted];
      setPending(line.current);
      setStates((states) => told(states, wanted.row, { kind: 'saving' }));
      if (isIdle) void run();
    },
    [run],
  );

  return {
    /** As the guard wants them; what was refused is as the server has it. */
    shown: pending.reduce(apply, pending.length > 0 ? latest.current : saved),
    stateOf: (row: Row): RowState => states[row] ?? IDLE,
    change,
  };
}
