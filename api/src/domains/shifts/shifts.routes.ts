import {
  arrive,
  breakReasons,
  currentShift,
  endBreak,
  endJob,
  endJobReasons,
  shiftRecord,
  startJob,
  takeBreak,
} from '@portal/contracts/shifts/shifts.endpoints';
import { raiseSos, sosState } from '@portal/contracts/shifts/shifts.sos';
import { acknowledgeSos, closeShift, confirmEarlyStart, openSos, overdueShifts } from '@portal/contracts/shifts/shifts.staff';
import { bind, bindOpen } from '../../platform/http/routes';
import { guardNamed } from '../guards/guards.service';
import * as early from './early.service';
import * as record from './shift-record.service';
import * as sos from './sos.service';
import * as closing from './staff-close.service';
import * as working from './work-shift.service';

export const shiftsRoutes = [
  bind(breakReasons, () => working.breakReasons()),
  bind(endJobReasons, () => working.endJobReasons()),
  bind(arrive, (me, input) => working.arrive(me.id, input)),
  bind(startJob, (me, input) => working.start(me.id, input)),
  bind(takeBreak, (me, input) => working.takeBreak(me.id, input)),
  bind(endBreak, (me, input) => working.endBreak(me.id, input)),
  bind(endJob, (me, input) => working.end(me.id, input)),
  bind(currentShift, (me, { shiftId }) => record.current(me.id, shiftId)),
  bind(shiftRecord, (me, { shiftId }) => record.record(me.id, shiftId)),
  bind(raiseSos, (me, input) => sos.raise(me.id, input)),
  bind(sosState, (me, { sosId }) => sos.state(me.id, sosId)),
  // The shared token of a demonstration has no name of a person.
  bindOpen(acknowledgeSos, ({ sosId }, { staff }) => sos.acknowledge(sosId, staff?.keyId ? staff.name : null)),
  bindOpen(openSos, () => sos.listWaiting()),
  bindOpen(confirmEarlyStart, async ({ guard, ...wanted }) => early.confirm((await guardNamed(guard)).id, wanted)),
  bindOpen(closeShift, async ({ guard, ...wanted }) => closing.closeShift((await guardNamed(guard)).id, wanted)),
  bindOpen(overdueShifts, () => closing.overdueShifts()),
];
