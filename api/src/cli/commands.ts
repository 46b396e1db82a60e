import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import { award, cancelAward, refuseApplication } from '@portal/contracts/applications/applications.staff';
import { endEverySession, resetFactors } from '@portal/contracts/auth/auth.staff';
import { careerFile, deleteCareerApplications, listCareerApplications } from '@portal/contracts/career/career.staff';
import { listChats, readChat, writeChat } from '@portal/contracts/chat/chat.staff';
import { approveCover, liveCovers, refuseCover, setCoverRule } from '@portal/contracts/covers/covers.staff';
import { listDeliveries, retryDead, retryDelivery, revivalShape } from '@portal/contracts/deliveries/deliveries.staff';
import { openWithdrawals, payWithdrawal, processWithdrawal, refuseWithdrawal } from '@portal/contracts/earnings/earnings.staff';
import { staffEnote, staffEnotes } from '@portal/contracts/enotes/enotes.staff';
import { deleteEnquiries, listEnquiries } from '@portal/contracts/enquiries/enquiries.staff';
import { rotationShape } from '@portal/contracts/guards/guards.bank';
import {
  approveGuard,
  makeGuard,
  readBank,
  removeGuard,
  rotateKeys,
  setLicence,
  suspendGuard,
} from '@portal/contracts/guards/guards.staff';
import { listHandovers } from '@portal/contracts/handovers/handovers.staff';
import { answerInjury, openInjuries } from '@portal/contracts/injuries/injuries.staff';
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
import { approveLeave, refuseLeave } from '@portal/contracts/leave/leave.staff';
import { staffMedia } from '@portal/contracts/media/media.staff';
import { listSubscribers, unsubscribe } from '@portal/contracts/newsletter/newsletter.staff';
import { notify } from '@portal/contracts/notifications/notifications.staff';
import { ordersProblem } from '@portal/contracts/orders/orders.rules';
import { setOrders, showOrders } from '@portal/contracts/orders/orders.staff';
import { contentNames, contentProblem } from '@portal/contracts/pages/pages.content';
import { setContent } from '@portal/contracts/pages/pages.staff';
import { closeJobReport, openJobReports } from '@portal/contracts/postings/postings.staff';
import { carryOutDeletion, openDeletions } from '@portal/contracts/privacy/privacy.staff';
import { rateShift } from '@portal/contracts/ratings/ratings.staff';
import { moveClock, readMailbox } from '@portal/contracts/rehearsal/rehearsal.staff';
import { acknowledgeSos, closeShift, confirmEarlyStart, openSos, overdueShifts } from '@portal/contracts/shifts/shifts.staff';
import { createKey, listKeys, readAudit, revokeKey } from '@portal/contracts/staff/staff.staff';
import { answerTicket, openTickets } from '@portal/contracts/tickets/tickets.staff';
import { listWelfareChecks, setWelfareCheck } from '@portal/contracts/welfare/welfare.staff';

export interface Command {
  endpoint: Endpoint;
  /** Input keys in the order in which they may be typed without their name. */
  positional: readonly string[];
  summary: string;
  /** For commands in batches: the additional input of the next batch; null when none follows. */
  next?: (data: unknown) => Record<string, unknown> | null;
  /** The input key whose text is read from `--file`, and a check of the text before it is sent. */
  reads?: { key: string; problem: (text: string) => string | null };
  /** The reply is a file, which is saved under `--to`. */
  saves?: true;
}

const command = <In, Out>(endpoint: Endpoint<In, Out>, positional: readonly string[], summary: string): Command => ({
  endpoint: endpoint as Endpoint,
  positional,
  summary,
});

/** Staff calls by their names on the command line. A guard is named by id or e-mail. */
export const commands: Readonly<Record<string, Command>> = {
  'approve-guard': command(approveGuard, ['guard'], 'lets a guard browse and apply'),
  'suspend-guard': command(suspendGuard, ['guard'], 'ends the approval of a guard'),
  'reset-factors': command(
    resetFactors,
    ['guard'],
    'removes the second factors of a guard who lost the device; check the identity of the caller first',
  ),
  'end-sessions': command(endEverySession, ['guard'], 'logs a guard out everywhere, for example after a theft; the password stays'),
  'set-licence': command(setLicence, ['guard', 'licenseNumber'], "records a guard's licence"),
  'show-bank': command(readBank, ['guard'], 'shows the bank details of a guard'),
  'rotate-keys': {
    ...command(
      rotateKeys,
      [],
      'encrypts bank details and document numbers under the first key of PORTAL_SECRET_KEYS, in batches; unopened lists the guards who must enter their data again',
    ),
    next: (data) => (rotationShape.isValidSync(data) && data.after ? { after: data.after } : null),
  },
  'post-job': command(postJob, ['jobTitle'], 'posts a job, approved unless --awaitsApproval'),
  'waiting-jobs': command(waitingJobs, [], 'lists jobs that await their approval, oldest first'),
  'approve-job': command(approveJob, ['jobId'], 'approves a waiting job and notifies the guards whom it suits; the reply names the poster'),
  'reject-job': command(rejectJob, ['jobId'], 'rejects a waiting job; the reply names the poster'),
  'cancel-job': command(cancelJob, ['jobId', 'reason'], 'cancels a job and notifies its guards'),
  award: command(award, ['jobId', 'guard'], 'awards a job to a guard who applied for it'),
  refuse: command(refuseApplication, ['jobId', 'guard', 'reason'], "refuses a guard's application and notifies the guard"),
  'take-back': command(cancelAward, ['jobId', 'guard', 'reason'], 'revokes an award, for the shifts that have not begun'),
  'change-shift': command(
    changeShift,
    ['shiftId', 'date', 'start', 'end', 'reason'],
    'moves a shift (HH:mm at the site) and notifies its guards',
  ),
  'set-posting-facts': command(
    setPostingFacts,
    ['jobId'],
    'corrects whether a posting has a vacancy and whether its customer uses artificial intelligence',
  ),
  'set-site-phone': command(setSitePhone, ['jobId', 'sitePhone'], "stores the phone number of a job's site; without a number, removes it"),
  'approve-leave': command(approveLeave, ['guard', 'shiftId'], 'grants a leave request'),
  'refuse-leave': command(refuseLeave, ['guard', 'shiftId'], 'refuses a leave request'),
  'list-covers': command(liveCovers, [], 'lists shifts that guards offer to other guards, those with a proposed guard first'),
  'approve-cover': command(approveCover, ['offerId'], 'moves an offered shift to the proposed guard and notifies both'),
  'refuse-cover': command(refuseCover, ['offerId', 'reason'], 'leaves an offered shift with its guard and notifies both'),
  'set-cover-rule': command(
    setCoverRule,
    ['jobId', 'isAutomatic'],
    'whether the site of a job approves the first guard who accepts a shift (true), or dispatch does (false)',
  ),
  'list-sos': command(openSos, [], 'lists every SOS that is active or not acknowledged'),
  'ack-sos': command(acknowledgeSos, ['sosId'], 'acknowledges an SOS, and shows that to its guard'),
  'set-welfare-check': command(
    setWelfareCheck,
    ['jobId', 'everyMinutes'],
    'sets how often the site of a job asks its guards whether they are OK (15 to 120 minutes; 0 ends it); running shifts follow',
  ),
  'list-welfare-checks': command(listWelfareChecks, [], 'lists the welfare checks of running shifts, the most urgent first'),
  'overdue-shifts': command(overdueShifts, [], 'lists shifts that were not started or not ended, two hours after their scheduled end'),
  'confirm-early-start': command(
    confirmEarlyStart,
    ['guard', 'shiftId', 'paidFrom'],
    'confirms an early start: pay begins at paidFrom, at most half an hour before the shift; without it at the actual start',
  ),
  'close-shift': command(
    closeShift,
    ['guard', 'shiftId', 'endedAt'],
    'ends and pays a shift that its guard left running, or marks it as missed',
  ),
  'list-enotes': command(staffEnotes, ['jobId'], 'lists the e-notes of a job, newest first'),
  'read-enote': command(staffEnote, ['id'], 'shows one e-note'),
  'rate-shift': command(rateShift, ['guard', 'shiftId', 'rating', 'description'], "stores a customer's rating of an ended shift"),
  'list-tickets': command(openTickets, [], 'lists tickets without an answer'),
  'answer-ticket': command(answerTicket, ['ticketId', 'response'], 'answers a ticket and notifies its guard'),
  'set-orders': {
    ...command(
      setOrders,
      ['jobId'],
      "stores the next version of the post orders of a job's site from a JSON file, and notifies its guards",
    ),
    reads: { key: 'orders', problem: ordersProblem },
  },
  'show-orders': command(showOrders, ['jobId'], "shows the post orders of a job's site, and which guards have read them"),
  'list-handovers': command(
    listHandovers,
    ['jobId'],
    "shows the handover notes of a job's site, newest first, and which guards have read them",
  ),
  'list-job-reports': command(openJobReports, [], 'lists open reports of postings, oldest first'),
  'close-job-report': command(
    closeJobReport,
    ['reportId', 'outcome', 'answer'],
    'closes a report of a posting as removed, which cancels the job, or as kept, and notifies its guard',
  ),
  'list-chats': command(listChats, ['searchBy'], 'lists the chats of jobs, latest message first'),
  'read-chat': command(readChat, ['jobId'], "shows the newest messages of a job's chat, or the messages up to a time"),
  'write-chat': command(writeChat, ['jobId', 'message'], "writes a message into a job's chat"),
  'list-injuries': command(openInjuries, [], 'lists injury reports without an answer'),
  'answer-injury': command(answerInjury, ['injuryId', 'title', 'description'], 'answers an injury report and notifies its guard'),
  'list-withdrawals': command(openWithdrawals, [], 'lists withdrawals that are neither paid nor refused'),
  'process-withdrawal': command(processWithdrawal, ['withdrawalId'], 'marks a withdrawal as in process and notifies its guard'),
  'pay-withdrawal': command(payWithdrawal, ['withdrawalId'], 'marks a withdrawal as paid and notifies its guard'),
  'refuse-withdrawal': command(
    refuseWithdrawal,
    ['withdrawalId', 'reason'],
    'refuses a withdrawal, returns the money to the wallet and notifies the guard with the reason',
  ),
  'list-enquiries': command(listEnquiries, ['pageId'], 'lists the enquiries of visitors, latest first'),
  'list-career-applications': command(listCareerApplications, [], 'lists the applications for openings, latest first'),
  'save-file': {
    ...command(staffMedia, ['filename'], 'saves a stored picture or recording, for example of a ticket or report'),
    saves: true,
  },
  'save-career-file': { ...command(careerFile, ['applicationId'], 'saves the file of an application'), saves: true },
  'delete-enquiries': command(deleteEnquiries, ['email'], 'deletes the enquiries of an e-mail address, at the request of its owner'),
  'delete-career-applications': command(
    deleteCareerApplications,
    ['email'],
    'deletes the applications of an e-mail address with their files, at the request of its owner',
  ),
  'list-subscribers': command(listSubscribers, [], 'lists the subscribers of the newsletter, latest first'),
  unsubscribe: command(unsubscribe, ['email'], 'removes an e-mail address from the newsletter, at the request of its owner'),
  'set-content': {
    ...command(setContent, ['what'], `replaces a text (HTML) or a list (JSON): ${contentNames.join(', ')}`),
    reads: { key: 'text', problem: contentProblem },
  },
  deliveries: command(
    listDeliveries,
    ['state'],
    'lists undelivered mails and text messages: queued, failed (will be retried), dead (given up); --before continues the list',
  ),
  'retry-delivery': command(retryDelivery, ['id'], 'retries one message now'),
  'retry-dead': {
    ...command(
      retryDead,
      ['channel'],
      'retries the dead messages of a channel (mail, sms) after an outage, in batches; --since is its start (2027-03-10T14:00Z)',
    ),
    // Messages that fail again in the meantime are dead after `before`: they are not retried once more, so the loop ends.
    next: (data) => (revivalShape.isValidSync(data) && data.retried > 0 && data.left > 0 ? { before: data.before } : null),
  },
  'list-deletions': command(openDeletions, [], 'lists requests for the deletion of an account'),
  'carry-out-deletion': command(carryOutDeletion, ['guard'], 'deletes an account after the time for a withdrawal of the request'),
  notify: command(notify, ['guard', 'title', 'description'], 'adds an alert for a guard'),
  'create-key': command(
    createKey,
    [],
    'makes the key of a person and prints it once; --database makes the first one, directly in the database',
  ),
  'revoke-key': command(revokeKey, ['keyId'], 'revokes a key immediately'),
  keys: command(listKeys, [], 'lists all keys, latest first'),
  audit: command(readAudit, [], 'lists the acts of staff, latest first; --by a name or a key, --since a day, --before continues the list'),
  'make-guard': command(makeGuard, ['email'], 'makes a guard for a test'),
  'remove-guard': command(removeGuard, ['guard'], 'removes a guard that a test made'),
  'remove-job': command(removeJob, ['jobId'], 'removes a job that a test posted'),
  clock: command(moveClock, ['now'], 'sets the test clock; without a time it shows the true time again'),
  mailbox: command(readMailbox, ['to'], 'shows the mails and text messages of the development mailbox'),
};
