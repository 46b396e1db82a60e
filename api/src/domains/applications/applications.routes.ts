import {
  applyForJob,
  award,
  cancelApplication,
  cancellationReasons,
  myApplications,
  refuseApplication,
  takeBackAward,
} from '@portal/contracts/applications/applications.endpoints';
import { bind, bindOpen, onlyReads } from '../../platform/http/http-binding';
import { guardNamed } from '../guards/guards.service';
import * as applications from './applications.service';
import * as deciding from './deciding.service';

export const applicationsRoutes = [
  bind(applyForJob, (me, input) => applications.apply(me.id, input)),
  bind(cancellationReasons, () => applications.reasons()),
  bind(cancelApplication, (me, input) => applications.cancel(me.id, input)),
  onlyReads(bind(myApplications, (me, wanted) => applications.mine(me.id, wanted))),
  bindOpen(award, async ({ jobId, guard }) => deciding.award(jobId, (await guardNamed(guard)).id)),
  bindOpen(refuseApplication, async ({ guard, ...input }) => deciding.refuse((await guardNamed(guard)).id, input)),
  bindOpen(takeBackAward, async ({ guard, ...input }) => deciding.takeBack((await guardNamed(guard)).id, input)),
];
