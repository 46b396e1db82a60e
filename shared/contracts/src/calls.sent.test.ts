import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { idsOf, statedCalls, statedKeysOf } from '@portal/testing/statedKeys';
import type { Endpoint } from './_kernel/endpoint';
import { toWire } from './_kernel/wire';
import { applyForJob, cancellationReasons } from './applications/applications.endpoints';
import { changePassword, forgotPassword, login, logout, register, resetPassword, socialLogin } from './auth/auth.endpoints';
import { getChats, getRooms, initChat, sendMessage } from './chat/chat.endpoints';
import {
  addDocument,
  deleteDocument,
  deleteDocuments,
  documentDetail,
  listDocuments,
  updateDocument,
} from './documents/documents.endpoints';
import { myEarning } from './earnings/earnings.endpoints';
import { enoteJobs, listEnotes, writeEnote } from './enotes/enotes.endpoints';
import { sendEnquiry } from './enquiries/enquiries.endpoints';
import { editProfileCall } from './guards/guards.edit-profile';
import { profile, saveBank, saveNotificationSettings, saveWorkProfile } from './guards/guards.endpoints';
import { registrationCall } from './guards/guards.registration';
import { updateGuard } from './guards/guards.registration.endpoints';
import { injuryDetail, injuryTypes, listInjuries, reportInjury } from './injuries/injuries.endpoints';
import { assignedJobs } from './jobs/jobs.assigned';
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

interface Described {
  optional?: boolean;
  default?: unknown;
}

/** Keys that every caller must give. Without them the API refuses the call, or the call does not compile. */
function demanded({ input }: Endpoint): object {
  const { fields = {} } = input.describe() as { fields?: Record<string, Described> };
  const isDemanded = ([, field]: [string, Described]) => field.optional === false || field.default !== undefined;
  return Object.fromEntries(
    Object.entries(fields)
      .filter(isDemanded)
      .map(([key]) => [key, 'a']),
  );
}

/** The keys of query and body when a caller gives the demanded keys and `given`. */
function keysSent(endpoint: Endpoint, given: object): string[] {
  const { url, body = {} } = toWire(endpoint, { ...demanded(endpoint), ...given });
  const query = new URL(url, 'https://portal.test').searchParams;
  return [...new Set([...query.keys(), ...(body instanceof FormData ? body.keys() : Object.keys(body))])];
}

const page = { limit: 10, page: 1 };
const file = new Blob(['a']);
const person = { firstName: 'Ada', lastName: 'Marsh', dob: '1990-05-17', licenseNumber: '1234567', profileImage: null };
const licence = { securityRegistrationExpiryDate: '2029-01-31', securityRegistrationDocument: undefined };
const contacts = { email: 'ada@example.com', mobileNumber: '6475550123' };
const documents = [{ idType: 'Other', idNumber: 'K12', file }];
const registration = registrationCall('a', 'first', {
  ...{ ...person, ...licence, ...contacts, securityRegistrationDocument: file },
  ...{ identityDocuments: documents, employmentDetails: [{}] },
} as never);
const edited = editProfileCall({ id: 'a', ...contacts }, { ...person, ...licence });

/** Keys that a call omits, with the id of the decision to omit them. */
type Decided = [decision: string, keys: string[]];
/** The ids of the ledger, the endpoint, the optional keys that its screens always give, and the exceptions. */
const calls: [string, unknown, object?, Decided?][] = [
  ['API-GEN-09', previewMedia],
  ['API-AUTH-01', login],
  ['API-AUTH-04', socialLogin, { email: '' }],
  ['API-AUTH-07', forgotPassword],
  ['API-AUTH-09', resetPassword],
  ['API-AUTH-11', changePassword],
  ['API-AUTH-14', register],
  ['API-AUTH-16', agree, { isPrivacyAgreement: true }],
  ['API-AUTH-19', logout, { refreshToken: 'a' }],
  ['API-AUTH-21', resendOtp],
  ['API-AUTH-24', verifyOtp],
  ['API-GUARD-01', profile],
  ['API-GUARD-08..13', updateGuard, registration],
  ['API-GUARD-08..13', updateGuard, edited, ['API-GUARD-11', ['identityDocuments', 'employmentDetails', 'identityFile0']]],
  ['API-GUARD-15', listSpecialities],
  ['API-GUARD-17', saveWorkProfile],
  ['API-GUARD-19', saveBank],
  ['API-GUARD-22', saveNotificationSettings],
  ['API-DOC-01', addDocument],
  ['API-DOC-03', listDocuments, page],
  ['API-DOC-05', documentDetail],
  ['API-DOC-07', updateDocument],
  ['API-DOC-09', deleteDocument],
  ['API-DOC-11', deleteDocuments],
  ['API-JOB-01..06', searchJobs],
  ['API-JOB-08', jobDetail],
  ['API-JOB-11', applyForJob],
  ['API-JOB-14', myJobs, page],
  ['API-JOB-14..15', myJobs, { ...page, sort: 'asc' }],
  ['API-JOB-17', jobHistory, { ...page, sortBy: 'desc' }, ['HISTORY-14', ['isComplete']]],
  ['API-JOB-19', cancellationReasons],
  ['API-JOB-20', applyLeave],
  ['API-JOB-22', breakReasons],
  ['API-JOB-24', takeBreak],
  ['API-JOB-26', endJobReasons],
  ['API-COMM-01', writeEnote, { eventTime: '14:30:00', description: 'Quiet' }],
  ['API-COMM-03', listEnotes, page],
  ['API-COMM-05', enoteJobs, { pageNumber: 1 }],
  ['API-COMM-07', listNotifications, page],
  ['API-COMM-09', listTickets, page],
  ['API-COMM-11', ticketDetail],
  ['API-COMM-12', createTicket, { jobId: '' }],
  ['API-COMM-14', assignedJobs],
  ['API-COMM-15', listInjuries, page],
  ['API-COMM-17', injuryDetail],
  ['API-COMM-18', reportInjury],
  ['API-COMM-20', injuryTypes],
  ['API-EARN-01', myEarning, page],
  ['API-EARN-04', listRatings],
  ['API-EARN-05', ratingDetail],
  ['API-PUBLIC-01', staticPage],
  ['API-PUBLIC-03', faq],
  ['API-PUBLIC-05', howItWorks],
  ['API-PUBLIC-08', sendEnquiry],
  ['API-PUBLIC-13', subscribe],
  ['CHAT-11', initChat],
  ['CHAT-12', getRooms],
  ['CHAT-13', getChats],
  ['CHAT-14', sendMessage, { jobId: 'a' }],
  ['CHAT-14', sendMessage, {}, ['CHAT-14', ['jobId']]],
];

const ledger = statedCalls();
const decisions = readFileSync(join(__dirname, '../../../docs/ledger/decisions.tsv'), 'utf8');

it.each(calls.map(([ids, ...row]) => [idsOf(ids)[0], ids, ...row] as const))(
  '[%s] sends each key that the documents state, also without a value',
  (_id, ids, endpoint, given = {}, [decision, omitted] = ['', []]) => {
    const { keys, optional } = statedKeysOf(ids, ledger);
    const sent = keysSent(endpoint as Endpoint, given).filter((key) => !optional.includes(key));
    expect(sent.sort()).toEqual(keys.filter((key) => !omitted.includes(key)));
    const decided = decisions.split('\n').find((row) => row.startsWith(`${decision}\t`));
    for (const key of omitted) expect(decided).toContain(key);
  },
);

it('covers every row of the ledger that states keys, except the two calls that no screen makes', () => {
  const unused = ['API-GUARD-06', 'API-COMM-06'];
  const tabled = new Set(calls.flatMap(([ids]) => idsOf(ids)));
  expect([...ledger.keys()].filter((id) => !tabled.has(id))).toEqual(unused);
});
