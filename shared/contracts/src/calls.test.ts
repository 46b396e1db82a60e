import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BASE, type Endpoint, fullPath } from './_kernel/endpoint';
import { applyForJob, cancellationReasons } from './applications/applications.endpoints';
import { changePassword, forgotPassword, login, logout, register, resetPassword, session, socialLogin } from './auth/auth.endpoints';
import {
  addDocument,
  deleteDocument,
  deleteDocuments,
  documentDetail,
  listDocuments,
  updateDocument,
} from './documents/documents.endpoints';
import { myEarning } from './earnings/earnings.endpoints';
import { listEnotes, readEnote, writeEnote } from './enotes/enotes.endpoints';
import { sendEnquiry } from './enquiries/enquiries.endpoints';
import { profile } from './guards/guards.endpoints';
import { updateGuard, updateProfile } from './guards/guards.registration.endpoints';
import { injuryDetail, injuryTypes, listInjuries, reportInjury } from './injuries/injuries.endpoints';
import { jobDetail, jobHistory, myJobs, searchJobs } from './jobs/jobs.endpoints';
import { applyLeave } from './leave/leave.endpoints';
import { previewMedia } from './media/media.endpoints';
import { subscribe } from './newsletter/newsletter.endpoints';
import { listNotifications } from './notifications/notifications.endpoints';
import { agree, resendOtp, verifyOtp } from './onboarding/onboarding.endpoints';
import { faq, howItWorks, staticPage } from './pages/pages.endpoints';
import { listRatings, ratingDetail } from './ratings/ratings.endpoints';
import { breakReasons, endJobReasons, takeBreak } from './shifts/shifts.endpoints';
import { listSpecialities } from './specialities/specialities.endpoints';
import { createTicket, listTickets, ticketDetail } from './tickets/tickets.endpoints';

/** Method and path as the documents state them. Tests over HTTP check inputs and replies. */
const calls: [string, string, { id: string }][] = [
  ['API-AUTH-01', 'POST /guard/auth/login', login],
  ['API-AUTH-02', 'POST /guard/auth/login', login],
  ['API-AUTH-03', 'POST /guard/auth/login', login],
  ['API-AUTH-04', 'POST /guard/auth/social-login', socialLogin],
  ['API-AUTH-05', 'POST /guard/auth/social-login', socialLogin],
  ['API-AUTH-06', 'POST /guard/auth/social-login', socialLogin],
  ['API-AUTH-07', 'POST /guard/auth/forgot-password', forgotPassword],
  ['API-AUTH-08', 'POST /guard/auth/forgot-password', forgotPassword],
  ['API-AUTH-09', 'POST /guard/auth/reset-password', resetPassword],
  ['API-AUTH-10', 'POST /guard/auth/reset-password', resetPassword],
  ['API-AUTH-11', 'POST /guard/change-password', changePassword],
  ['API-AUTH-12', 'POST /guard/change-password', changePassword],
  ['API-AUTH-14', 'POST /guard/auth/register', register],
  ['API-AUTH-15', 'POST /guard/auth/register', register],
  ['API-AUTH-16', 'POST /guard/auth/guardAgreement/:id', agree],
  ['API-AUTH-17', 'POST /guard/auth/guardAgreement/:id', agree],
  ['API-AUTH-19', 'POST /guard/auth/logout', logout],
  ['API-AUTH-20', 'POST /guard/auth/logout', logout],
  ['API-AUTH-21', 'GET /guard/otp/:id', resendOtp],
  ['API-AUTH-22', 'GET /guard/otp/:id', resendOtp],
  ['API-AUTH-24', 'PATCH /guard/otp/:id', verifyOtp],
  ['API-AUTH-25', 'PATCH /guard/otp/:id', verifyOtp],
  ['API-COMM-01', 'POST /e-note', writeEnote],
  ['API-COMM-02', 'POST /e-note', writeEnote],
  ['API-COMM-03', 'GET /e-note', listEnotes],
  ['API-COMM-04', 'GET /e-note', listEnotes],
  ['API-COMM-06', 'GET /e-note/:id', readEnote],
  ['API-COMM-07', 'GET /notification/guard/list', listNotifications],
  ['API-COMM-08', 'GET /notification/guard/list', listNotifications],
  ['API-COMM-09', 'GET /guards/ticket', listTickets],
  ['API-COMM-10', 'GET /guards/ticket', listTickets],
  ['API-COMM-11', 'GET /guards/ticket/:id', ticketDetail],
  ['API-COMM-12', 'POST /guards/ticket', createTicket],
  ['API-COMM-13', 'POST /guards/ticket', createTicket],
  ['API-COMM-15', 'GET /report-injury', listInjuries],
  ['API-COMM-16', 'GET /report-injury', listInjuries],
  ['API-COMM-17', 'GET /report-injury/:id', injuryDetail],
  ['API-COMM-18', 'POST /report-injury', reportInjury],
  ['API-COMM-19', 'POST /report-injury', reportInjury],
  ['API-COMM-20', 'GET /injury-type/guard/list', injuryTypes],
  ['API-COMM-21', 'GET /injury-type/guard/list', injuryTypes],
  ['API-DOC-01', 'POST /guard-document', addDocument],
  ['API-DOC-02', 'POST /guard-document', addDocument],
  ['API-DOC-03', 'GET /guard-document', listDocuments],
  ['API-DOC-04', 'GET /guard-document', listDocuments],
  ['API-DOC-05', 'GET /guard-document/:id', documentDetail],
  ['API-DOC-06', 'GET /guard-document/:id', documentDetail],
  ['API-DOC-07', 'PATCH /guard-document/:id', updateDocument],
  ['API-DOC-08', 'PATCH /guard-document/:id', updateDocument],
  ['API-DOC-09', 'DELETE /guard-document/:id', deleteDocument],
  ['API-DOC-10', 'DELETE /guard-document/:id', deleteDocument],
  ['API-DOC-11', 'POST /guard-document/delete/multiple', deleteDocuments],
  ['API-DOC-12', 'POST /guard-document/delete/multiple', deleteDocuments],
  ['API-EARN-01', 'GET /guard/myearning/:guardId', myEarning],
  ['API-EARN-02', 'GET /guard/myearning/:guardId', myEarning],
  ['API-EARN-04', 'GET /guards/rating', listRatings],
  ['API-EARN-05', 'GET /guards/rating/:id', ratingDetail],
  ['API-GEN-09', 'GET /media/preview', previewMedia],
  ['API-GUARD-01', 'GET /guard/profile/:id', profile],
  ['API-GUARD-02', 'GET /guard/profile/:id', profile],
  ['API-GUARD-03', 'GET /guard/profile/:id', profile],
  ['API-GUARD-04', 'GET /guard/profile/:id', profile],
  ['API-GUARD-06', 'POST /guard/profile/:id', updateProfile],
  ['API-GUARD-07', 'PATCH /guard/auth/update-guard/:id', updateGuard],
  ['API-GUARD-08', 'PATCH /guard/auth/update-guard/:id', updateGuard],
  ['API-GUARD-09', 'PATCH /guard/auth/update-guard/:id', updateGuard],
  ['API-GUARD-10', 'PATCH /guard/auth/update-guard/:id', updateGuard],
  ['API-GUARD-11', 'PATCH /guard/auth/update-guard/:id', updateGuard],
  ['API-GUARD-12', 'PATCH /guard/auth/update-guard/:id', updateGuard],
  ['API-GUARD-13', 'PATCH /guard/auth/update-guard/:id', updateGuard],
  ['API-GUARD-14', 'PATCH /guard/auth/update-guard/:id', updateGuard],
  ['API-GUARD-15', 'GET /speciality/guard/list', listSpecialities],
  ['API-GUARD-16', 'GET /speciality/guard/list', listSpecialities],
  ['API-JOB-01', 'POST /job/guard/list', searchJobs],
  ['API-JOB-02', 'POST /job/guard/list', searchJobs],
  ['API-JOB-03', 'POST /job/guard/list', searchJobs],
  ['API-JOB-04', 'POST /job/guard/list', searchJobs],
  ['API-JOB-05', 'POST /job/guard/list', searchJobs],
  ['API-JOB-06', 'POST /job/guard/list', searchJobs],
  ['API-JOB-07', 'POST /job/guard/list', searchJobs],
  ['API-JOB-08', 'POST /job/jobDetail', jobDetail],
  ['API-JOB-09', 'POST /job/jobDetail', jobDetail],
  ['API-JOB-10', 'POST /job/jobDetail', jobDetail],
  ['API-JOB-11', 'POST /apply-job/request-for-job', applyForJob],
  ['API-JOB-12', 'POST /apply-job/request-for-job', applyForJob],
  ['API-JOB-13', 'POST /apply-job/request-for-job', applyForJob],
  ['API-JOB-14', 'GET /job/guard/myjobs', myJobs],
  ['API-JOB-15', 'GET /job/guard/myjobs', myJobs],
  ['API-JOB-16', 'GET /job/guard/myjobs', myJobs],
  ['API-JOB-17', 'GET /job/guard/job-history', jobHistory],
  ['API-JOB-18', 'GET /job/guard/job-history', jobHistory],
  ['API-JOB-19', 'GET /cancellation-reason/guard/list', cancellationReasons],
  ['API-JOB-20', 'POST /apply-leave', applyLeave],
  ['API-JOB-21', 'POST /apply-leave', applyLeave],
  ['API-JOB-22', 'GET /break-reason/guard/list', breakReasons],
  ['API-JOB-23', 'GET /break-reason/guard/list', breakReasons],
  ['API-JOB-24', 'POST /take-break', takeBreak],
  ['API-JOB-26', 'GET /end-job-reason/guard/list', endJobReasons],
  ['API-JOB-27', 'GET /end-job-reason/guard/list', endJobReasons],
  ['API-PUBLIC-01', 'GET /static/pages/:type', staticPage],
  ['API-PUBLIC-02', 'GET /static/pages/:type', staticPage],
  ['API-PUBLIC-03', 'GET /faq/home/list', faq],
  ['API-PUBLIC-04', 'GET /faq/home/list', faq],
  ['API-PUBLIC-05', 'GET /how-it-work-faq/home/list', howItWorks],
  ['API-PUBLIC-06', 'GET /how-it-work-faq/home/list', howItWorks],
  ['API-PUBLIC-07', 'GET /guard/auth/session', session],
  ['API-PUBLIC-08', 'POST /reach-us/public/add', sendEnquiry],
  ['API-PUBLIC-12', 'POST /reach-us/public/add', sendEnquiry],
  ['API-PUBLIC-13', 'POST /news-letter/public/add', subscribe],
  ['API-PUBLIC-14', 'POST /news-letter/public/add', subscribe],
];

it.each(calls)('[%s] %s', (_id, stated, declared) => {
  const call = declared as Endpoint;
  expect(`${call.method} ${call.path}`).toBe(stated);
  expect(fullPath(call)).toBe(BASE + call.path);
});

it('has an endpoint for every ledger row that begins with a method and path, with the same method and path', () => {
  const ledger = readFileSync(join(__dirname, '../../../docs/ledger/requirements.tsv'), 'utf8');
  const callPattern = /^(API-[A-Z]+-\d+)\t\w+\t\w+\t([A-Z]+ \/[^\s,;?]+)/gm;
  const stated = [...ledger.matchAll(callPattern)].map(([, id = '', call = '']) => [id, call.replace(/\{(\w+)\}/g, ':$1')]);
  expect(stated.length).toBeGreaterThan(100);
  const tabled = new Map(calls.map(([id, call]) => [id, call]));
  expect(stated.map(([id = '']) => [id, tabled.get(id)])).toEqual(stated);
});
