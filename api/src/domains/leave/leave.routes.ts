import { applyLeave, leaveOfJob } from '@portal/contracts/leave/leave.endpoints';
import { approveLeave, refuseLeave } from '@portal/contracts/leave/leave.staff';
import { bind, bindOpen } from '../../platform/http/routes';
import { guardNamed } from '../guards/guards.service';
import * as leave from './leave.service';

export const leaveRoutes = [
  bind(applyLeave, (me, input) => leave.apply(me.id, input)),
  bind(leaveOfJob, (me, { jobId }) => leave.leavesOfJob(me.id, jobId)),
  bindOpen(approveLeave, async ({ guard, shiftId }) => leave.decide((await guardNamed(guard)).id, shiftId, 1)),
  bindOpen(refuseLeave, async ({ guard, shiftId }) => leave.decide((await guardNamed(guard)).id, shiftId, 2)),
];
