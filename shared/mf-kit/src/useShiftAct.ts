import { arrive, endBreak, startJob } from '@portal/contracts/shifts/shifts.endpoints';
import { shiftLimits, shiftMessages } from '@portal/contracts/shifts/shifts.rules';
import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import { useRef } from 'react';
import { failureText } from './failure';
import { usePortal } from './PortalContext';
import type { Failure, Portal, Position } from './portal';
import { useGeolocation } from './useGeolocation';
import { useWrite } from './useWrite';

/** Returns the instant `ms` milliseconds after `at`. */
export const instantAfter = (at: Date, ms: number): string => new Date(at.getTime() + ms).toISOString();

/** The position in the form of a shift call. */
export const positionInput = (position: Position | null): { lat?: number; long?: number; accuracy?: number } =>
  position ? { lat: position.latitude, long: position.longitude, accuracy: position.accuracy } : {};

/** The write options of an act on a shift: in sequence with its other acts, durable, and void after its deadline. */
export function shiftWriteOptions({ shiftId }: Pick<WorkedShift, 'shiftId'>, at: Date, what: string) {
  return { order: shiftId, validUntil: instantAfter(at, shiftLimits.actValid), durable: { what } };
}

/** The outbox does not list this failure, so the screen must show it. */
export const isUnlisted = (portal: Portal, failure: Failure): boolean => !portal.outbox || failure.isUnlisted === true;

function useShiftAct(endpoint: typeof arrive | typeof startJob | typeof endBreak, what: string) {
  const portal = usePortal();
  const { send, busy, failure } = useWrite(endpoint as typeof arrive);
  const act = async ({ jobId, shiftId }: WorkedShift, position: Position | null = null, at = portal.now()) => {
    const result = await send(
      { jobId, shiftId, at: at.toISOString(), ...positionInput(position) },
      shiftWriteOptions({ shiftId }, at, what),
    );
    if (!result.ok) return;
    // Another text has a fact that the guard must see, for example that they lost the shift.
    if (result.message === endpoint.ok) portal.announce(result.message);
    else portal.toast('info', result.message);
  };
  return { act, busy, notSaved: failure && isUnlisted(portal, failure) ? failureText(failure, shiftMessages.notSaved) : null };
}
export const useStart = () => useShiftAct(startJob, 'Start of the shift');
export const useEndBreak = () => useShiftAct(endBreak, 'End of the break');

/** Records the arrival at a shift, with the position or without it. `note` is the reason why no position was found. */
export function useArrival(shift: WorkedShift) {
  const portal = usePortal();
  const { read, isReading, note } = useGeolocation('You can record your arrival without it.');
  const { act, busy, notSaved } = useShiftAct(arrive, 'Arrival');
  const hasGoneOn = useRef(false);
  const withPosition = async () => {
    const at = portal.now();
    hasGoneOn.current = false;
    const position = await read();
    if (!hasGoneOn.current) await act(shift, position, at);
  };
  // A position may take long, or its question may stay open, so the guard can arrive without it.
  const without = () => {
    hasGoneOn.current = true;
    return act(shift);
  };
  return { withPosition, without, isReading, busy, note, notSaved };
}
export type ArrivalAct = ReturnType<typeof useArrival>;
