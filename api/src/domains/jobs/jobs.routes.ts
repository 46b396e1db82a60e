import { assignedJobs } from '@portal/contracts/jobs/jobs.assigned';
import { jobDetail, jobHistory, jobPlaces, myJobs, searchJobs } from '@portal/contracts/jobs/jobs.endpoints';
import {
  approveJob,
  cancelJob,
  changeShift,
  postJob,
  rejectJob,
  removeJob,
  setPostingFacts,
  setSitePhone,
  waitingJobs,
} from '@portal/contracts/jobs/jobs.staff';
import { bind, bindOpen, readOnly } from '../../platform/http/routes';
import * as jobs from './jobs.service';
import { rescheduleShift } from './reschedule-shift.service';
import * as staffing from './staff-jobs.service';

export const jobsRoutes = [
  readOnly(bind(searchJobs, (me, input) => jobs.search(me.id, input))),
  readOnly(bind(jobPlaces, (me, input) => jobs.places(me.id, input))),
  readOnly(bind(jobDetail, (me, input) => jobs.detail(me.id, input))),
  readOnly(bind(myJobs, (me, input) => jobs.listMine(me.id, input))),
  readOnly(bind(jobHistory, (me, input) => jobs.listHistory(me.id, input))),
  readOnly(bind(assignedJobs, (me, input) => jobs.listAssigned(me.id, input))),
  bindOpen(postJob, (input) => staffing.postJob(input)),
  bindOpen(waitingJobs, () => staffing.listWaiting()),
  bindOpen(approveJob, (input) => staffing.approve(input)),
  bindOpen(rejectJob, (input) => staffing.reject(input)),
  bindOpen(cancelJob, (input) => staffing.cancelJob(input)),
  bindOpen(changeShift, (input) => rescheduleShift(input)),
  bindOpen(setPostingFacts, (input) => staffing.setPostingFacts(input)),
  bindOpen(setSitePhone, (input) => staffing.setSitePhone(input)),
  bindOpen(removeJob, (input) => staffing.removeJob(input)),
];
