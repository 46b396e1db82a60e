import { applyForJob, cancelApplication, cancellationReasons, myApplications } from '@portal/contracts/applications/applications.endpoints';
import { award, cancelAward, refuseApplication } from '@portal/contracts/applications/applications.staff';
import { bind, bindOpen, readOnly } from '../../platform/http/routes';
import { guardNamed } from '../guards/guards.service';
import * as applications from './applications.service';
import * as deciding from './award.service';

export const applicationsRoutes = [
  bind(applyForJob, (me, input) => applications.apply(me.id, input)),
  bind(cancellationReasons, () => applications.reasons()),
  bind(cancelApplication, (me, input) => applications.cancel(me.id, input)),
  readOnly(bind(myApplications, (me, wanted) => applications.mine(me.id, wanted))),
  bindOpen(award, async ({ jobId, guard }) => deciding.award(jobId, (await guardNamed(guard)).id)),
  bindOpen(refuseApplication, async ({ guard, ...input }) => deciding.refuse((await guardNamed(guard)).id, input)),
  bindOpen(cancelAward, async ({ guard, ...input }) => deciding.revokeAward((await guardNamed(guard)).id, input)),
];
