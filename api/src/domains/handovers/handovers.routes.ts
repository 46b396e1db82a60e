import { handoversOfShift, leaveHandover, readHandovers } from '@portal/contracts/handovers/handovers.endpoints';
import { listHandovers } from '@portal/contracts/handovers/handovers.staff';
import { bind, bindOpen } from '../../platform/http/routes';
import * as handovers from './handovers.service';

export const handoversRoutes = [
  bind(leaveHandover, (me, input) => handovers.leave(me.id, input)),
  bind(handoversOfShift, (me, input) => handovers.notesOfShift(me.id, input)),
  bind(readHandovers, (me, input) => handovers.read(me.id, input)),
  bindOpen(listHandovers, (input) => handovers.list(input)),
];
