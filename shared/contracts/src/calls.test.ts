import { BASE, type Endpoint, fullPath } from './_kernel/endpoint';
import { applyForJob, cancellationReasons } from './applications/applications.endpoints';
import { login, logout, session } from './auth/auth.endpoints';
import { myEarning } from './earnings/earnings.endpoints';
import { listEnotes, readEnote } from './enotes/enotes.endpoints';
import { profile } from './guards/guards.endpoints';
import { injuryDetail, injuryTypes, listInjuries } from './injuries/injuries.endpoints';
import { jobDetail, jobHistory, myJobs, searchJobs } from './jobs/jobs.endpoints';
import { applyLeave } from './leave/leave.endpoints';
import { previewMedia } from './media/media.endpoints';
import { subscribe } from './newsletter/newsletter.endpoints';
import { listNotifications } from './notifications/notifications.endpoints';
import { staticPage } from './pages/pages.endpoints';
import { listSpecialities } from './specialities/specialities.endpoints';
import { listTickets, ticketDetail } from './tickets/tickets.endpoints';

/** Method and path as the documents state them; what a call takes and replies is shown over HTTP. */
it.each<[string, string, { id: string }]>([
  ['API-AUTH-01', 'POST /guard/auth/login', login],
  ['API-AUTH-03', 'POST /guard/auth/login', login],
  ['API-AUTH-19', 'POST /guard/auth/logout', logout],
  ['API-COMM-03', 'GET /e-note', listEnotes],
  ['API-COMM-04', 'GET /e-note', listEnotes],
  ['API-COMM-06', 'GET /e-note/:id', readEnote],
  ['API-COMM-07', 'GET /notification/guard/list', listNotifications],
  ['API-COMM-09', 'GET /guards/ticket', listTickets],
  ['API-COMM-10', 'GET /guards/ticket', listTickets],
  ['API-COMM-11', 'GET /guards/ticket/:id', ticketDetail],
  ['API-COMM-15', 'GET /report-injury', listInjuries],
  ['API-COMM-16', 'GET /report-injury', listInjuries],
  ['API-COMM-17', 'GET /report-injury/:id', injuryDetail],
  ['API-COMM-20', 'GET /injury-type/guard/list', injuryTypes],
  ['API-COMM-21', 'GET /injury-type/guard/list', injuryTypes],
  ['API-EARN-01', 'GET /guard/myearning/:guardId', myEarning],
  ['API-GEN-09', 'GET /media/preview', previewMedia],
  ['API-GUARD-01', 'GET /guard/profile/:id', profile],
  ['API-GUARD-15', 'GET /speciality/guard/list', listSpecialities],
  ['API-JOB-01', 'POST /job/guard/list', searchJobs],
  ['API-JOB-05', 'POST /job/guard/list', searchJobs],
  ['API-JOB-08', 'POST /job/jobDetail', jobDetail],
  ['API-JOB-09', 'POST /job/jobDetail', jobDetail],
  ['API-JOB-11', 'POST /apply-job/request-for-job', applyForJob],
  ['API-JOB-12', 'POST /apply-job/request-for-job', applyForJob],
  ['API-JOB-14', 'GET /job/guard/myjobs', myJobs],
  ['API-JOB-15', 'GET /job/guard/myjobs', myJobs],
  ['API-JOB-17', 'GET /job/guard/job-history', jobHistory],
  ['API-JOB-19', 'GET /cancellation-reason/guard/list', cancellationReasons],
  ['API-JOB-20', 'POST /apply-leave', applyLeave],
  ['API-PUBLIC-01', 'GET /static/pages/:type', staticPage],
  ['API-PUBLIC-07', 'GET /guard/auth/session', session],
  ['API-PUBLIC-13', 'POST /news-letter/public/add', subscribe],
])('[%s] %s', (_id, stated, declared) => {
  const call = declared as Endpoint;
  expect(`${call.method} ${call.path}`).toBe(stated);
  expect(fullPath(call)).toBe(BASE + call.path);
});
