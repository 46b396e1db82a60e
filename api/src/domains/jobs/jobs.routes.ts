import { assignedJobs } from '@portal/contracts/jobs/jobs.assigned';
import { jobDetail, jobHistory, jobPlaces, myJobs, searchJobs } from '@portal/contracts/jobs/jobs.endpoints';
import { approveJob, cancelJob, changeShift, postJob, rejectJob, removeJob, waitingJobs } from '@portal/contracts/jobs/jobs.staff';
import { bind, bindOpen, onlyReads } from '../../platform/http/http-binding';
import * as jobs from './jobs.service';
import { reschedule } from './rescheduling.service';
import * as staffing from './staffing.service';

export const jobsRoutes = [
  onlyReads(bind(searchJobs, (me, input) => jobs.search(me.id, input))),
  onlyReads(bind(jobPlaces, (me, input) => jobs.places(me.id, input))),
  onlyReads(bind(jobDetail, (me, input) => jobs.detail(me.id, input))),
  onlyReads(bind(myJobs, (me, input) => jobs.listMine(me.id, input))),
  onlyReads(bind(jobHistory, (me, input) => jobs.listHistory(me.id, input))),
  onlyReads(bind(assignedJobs, (me, input) => jobs.listAssigned(me.id, input))),
  bindOpen(postJob, (input) => staffing.post(input)),
  bindOpen(waitingJobs, () => staffing.waiting()),
  bindOpen(approveJob, (input) => staffing.approve(input)),
  bindOpen(rejectJob, (input) => staffing.reject(input)),
  bindOpen(cancelJob, (input) => staffing.cancel(input)),
  bindOpen(changeShift, (input) => reschedule(input)),
  bindOpen(removeJob, (input) => staffing.remove(input)),
];
