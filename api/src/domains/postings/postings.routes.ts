import { reportJob, reportsOfJob } from '@portal/contracts/postings/postings.endpoints';
import { closeJobReport, openJobReports } from '@portal/contracts/postings/postings.staff';
import { bind, bindOpen } from '../../platform/http/routes';
import * as postings from './postings.service';

export const postingsRoutes = [
  bind(reportJob, (me, input) => postings.report(me.id, input)),
  bind(reportsOfJob, (me, input) => postings.listOfJob(me.id, input)),
  bindOpen(openJobReports, () => postings.listOpen()),
  bindOpen(closeJobReport, (input) => postings.close(input)),
];
