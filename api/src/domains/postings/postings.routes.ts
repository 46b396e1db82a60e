import { reportJob, reportsOfJob } from '@portal/contracts/postings/postings.endpoints';
import { closeJobReport, openJobReports } from '@portal/contracts/postings/postings.staff';
import { bind, bindOpen } from '../../platform/http/routes';
import * as postings from './postings.service';

export const postingsRoutes = [
  bind(reportJob, (me, input) => postings.report(me.id, input)),
  bind(reportsOfJob, (me, input) => postings.ofJob(me.id, input)),
  bindOpen(openJobReports, () => postings.open()),
  bindOpen(closeJobReport, (input) => postings.close(input)),
];
