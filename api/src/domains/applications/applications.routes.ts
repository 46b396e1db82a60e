import { applyForJob, award, cancelApplication, cancellationReasons } from '@portal/contracts/applications/applications.endpoints';
import { bind, bindOpen } from '../../platform/http-binding';
import { guardNamed } from '../guards/guards.service';
import * as applications from './applications.service';

export const applicationsRoutes = [
  bind(applyForJob, (me, input) => applications.apply(me.id, input)),
  bind(cancellationReasons, () => applications.reasons()),
  bind(cancelApplication, (me, input) => applications.cancel(me.id, input)),
  bindOpen(award, async ({ jobId, guard }) => applications.award(jobId, (await guardNamed(guard)).id)),
];
