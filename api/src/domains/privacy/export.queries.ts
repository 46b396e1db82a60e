import type { NumberColumn } from '../../platform/identity/encrypted-numbers';
import { documentNumbers } from '../documents/document-numbers.columns';
import { identityNumbers } from '../guards/identity-numbers.columns';
import { columnsAt } from './data-classification';

/**
 * The parts of a copy, each a JSON and a CSV file; `$1` is the guard. They have only the guard's own data; of others only what the guard could see,
 * in chats with initials in place of names. Passwords, tokens and codes are in none.
 */
export interface ExportPart {
  file: string;
  query: string;
  /** The encrypted number among its columns: its query selects it as `keyId` and `sealed`. */
  number?: { as: string; of: NumberColumn };
}

/** Columns that are in no copy, and the reason; `*` for any table. */
export const excludedColumns: Readonly<Record<string, string>> = {
  'order_acknowledgements.assignment_id': 'the shift on which it was read, which the file of shifts has',
  'handover_reads.assignment_id': 'the shift on which it was read, which the file of shifts has',
  'cover_offers.alerted_at': 'only when other guards were alerted',
  '*.id': 'a number of the portal, which only links rows',
  'guards.password_hash': 'a secret',
  'guards.bank_transit_number': 'the numbers are never shown in full',
  'guards.bank_institution': 'the numbers are never shown in full',
  'guards.bank_account_number': 'the numbers are never shown in full',
  'guards.is_privacy_agreement': 'is in the agreements, with its version and its day',
  'guards.is_terms_of_use': 'is in the agreements, with its version and its day',
  'guards.is_independent_contractor': 'is in the agreements, with its version and its day',
  'guards.is_test': 'only whether a test made the account',
  'sessions.token_hash': 'a secret',
  'sessions.device_token': 'a secret address of the device',
  'second_factors.key_id': 'only the id of the key that encrypted the secret',
  'second_factors.secret_sealed': 'a secret',
  'second_factors.last_period': 'only the period of the last used code',
  'second_factors.credential_id': 'a number of the passkey',
  'second_factors.public_key': 'verifies the passkey, and has no data of the guard',
  'second_factors.counter': 'only how often the passkey was used',
  'second_factors.transports': 'how a browser reaches the passkey',
  'contact_changes.code_hash': 'a code',
  'contact_changes.tries': 'of a code',
  'guard_documents.number_hash': 'only detects a duplicate number',
  'assignments.during': 'the times of the shift, which are in other columns',
  'chat_messages.client_id': 'a number of the device, which only detects repeats',
  'chat_messages.is_quiet': 'only whether it causes no alert',
  'chat_participants.unread_since': 'only when an alert is due',
  'chat_participants.told_at': 'only when an alert is due',
  'notifications.is_toast': 'only whether open pages showed the alert',
  'sos_alerts.escalated_at': 'only when the SOS was escalated',
  'sos_alerts.escalations': 'only how often the SOS was escalated',
  'welfare_checks.due_at': 'only when the next step is due',
  'welfare_checks.code': 'a code',
  'transactions.assignment_id': 'only links rows: the job is named',
  'transactions.withdrawal_id': 'only links rows: amount and day are in the withdrawal',
};

const camelCase = (column: string) => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const profileColumns = columnsAt('guards', 'personal', 'sensitive')
  .filter((column) => !(`guards.${column}` in excludedColumns))
  .map((column) => `${column} as "${camelCase(column)}"`)
  .join(', ');

const site = `j.title as "jobTitle", j.place as "place", s.shift_date as "shiftDate"`;

export const exportQueries: readonly ExportPart[] = [
  {
    file: 'profile',
    query: `select ${profileColumns} from guards where id = $1`,
  },
  {
    file: 'agreements',
    query: 'select flag, version, agreed_at as "agreedAt" from agreements where guard_id = $1 order by agreed_at, flag',
  },
  {
    file: 'documents',
    query: `select document_type as "documentType", license_number as "licenseNumber", number_key_id as "keyId", number_sealed as sealed,
      expiry_date as "expiryDate", file, created_at as "createdAt"
      from guard_documents where guard_id = $1 order by created_at, document_type`,
    number: { as: 'documentNumber', of: documentNumbers },
  },
  {
    file: 'identity-documents',
    query: `select id_type as "idType", number_key_id as "keyId", number_sealed as sealed, id_proof as "idProof", file_name as "fileName" from identity_documents
      where guard_id = $1 order by position`,
    number: { as: 'idNumber', of: identityNumbers },
  },
  {
    file: 'employers',
    query: `select d.employer_name as "employerName", d.project_name as "projectName", d."from", d."to", s.name as speciality
      from employment_details d left join specialities s on s.id = d.speciality_id where d.guard_id = $1 order by d.position`,
  },
  {
    file: 'specialities',
    query: 'select s.name from guard_specialities g join specialities s on s.id = g.speciality_id where g.guard_id = $1 order by s.name',
  },
  {
    file: 'applications',
    query: `select j.title as "jobTitle", j.place, a.state, a.comment, a.created_at as "createdAt", a.awarded_at as "awardedAt",
      a.withdrawn_at as "withdrawnAt", w.name as "withdrawalReason", s.shift_date as "shiftDate", a.refused_at as "refusedAt", a.refusal_reason as "refusalReason"
      from applications a join jobs j on j.id = a.job_id left join shifts s on s.id = a.shift_id
      left join cancellation_reasons w on w.id = a.reason_id where a.guard_id = $1 order by a.created_at, a.id`,
  },
  {
    file: 'shifts',
    query: `select ${site}, s.starts_at as "startsAt", s.ends_at as "endsAt", j.hourly_rate as "hourlyRate", a.state, a.arrived_at as "arrivedAt",
      a.arrived_lat as "arrivedLat", a.arrived_long as "arrivedLong", a.arrived_accuracy as "arrivedAccuracy", a.arrived_distance as "arrivedDistance",
      a.arrived_received_at as "arrivedReceivedAt", a.started_received_at as "startedReceivedAt", a.ended_received_at as "endedReceivedAt",
      a.arrived_within_ms as "arrivedWithinMs", a.started_within_ms as "startedWithinMs", a.ended_within_ms as "endedWithinMs",
      a.ended_by_staff as "endedByStaff", a.created_at as "assignedAt", a.taken_back_at as "takenBackAt", a.paid_from as "paidFrom", a.started_at as "startedAt",
      a.ended_at as "endedAt", e.name as "endReason", a.shift_end_comment as "shiftEndComment", a.client_rating as "clientRating"
      from assignments a join shifts s on s.id = a.shift_id join jobs j on j.id = a.job_id left join end_job_reasons e on e.id = a.end_reason_id
      where a.guard_id = $1 order by s.starts_at, a.id`,
  },
  {
    file: 'breaks',
    query: `select ${site}, r.name as reason, b.description, b.started_at as "startedAt", b.ended_at as "endedAt",
      b.started_received_at as "startedReceivedAt", b.ended_received_at as "endedReceivedAt", b.started_within_ms as "startedWithinMs",
      b.ended_within_ms as "endedWithinMs"
      from breaks b join assignments a on a.id = b.assignment_id join shifts s on s.id = a.shift_id join jobs j on j.id = a.job_id
      join break_reasons r on r.id = b.reason_id where a.guard_id = $1 order by b.started_at, b.id`,
  },
  {
    file: 'leave',
    query: `select ${site}, l.leave_title as "leaveTitle", l.leave_description as "leaveDescription", l.status, l.created_at as "createdAt",
      l.decided_at as "decidedAt" from leaves l join shifts s on s.id = l.shift_id join jobs j on j.id = s.job_id
      where l.guard_id = $1 order by l.created_at, l.id`,
  },
  {
    file: 'covers',
    query: `select ${site}, c.guard_id = $1 as "isYourOffer", case when c.guard_id = $1 then c.note end as note, c.state, c.offered_at as "offeredAt",
      c.ends_at as "endsAt", c.proposed_at as "proposedAt", c.decided_at as "decidedAt"
      from cover_offers c join shifts s on s.id = c.shift_id join jobs j on j.id = c.job_id
      where c.guard_id = $1 or c.proposed_guard_id = $1 order by c.offered_at, c.id`,
  },
  {
    file: 'declined-covers',
    query: `select ${site}, d.at from cover_declines d join cover_offers c on c.id = d.offer_id join shifts s on s.id = c.shift_id
      join jobs j on j.id = c.job_id where d.guard_id = $1 order by d.at, d.offer_id`,
  },
  {
    file: 'sos',
    query: `select j.title as "jobTitle", o.raised_at as "raisedAt", o.received_at as "receivedAt", o.lat, o.long, o.accuracy, o.reached_at as "reachedAt", o.acknowledged_at as "acknowledgedAt", o.acknowledged_by as "acknowledgedBy",
      o.ended_at as "endedAt", o.reason, o.placed_at as "placedAt", o.battery, o.answered_at as "answeredAt", o.raised_within_ms as "raisedWithinMs",
      o.answered_within_ms as "answeredWithinMs" from sos_alerts o join assignments a on a.id = o.assignment_id join jobs j on j.id = a.job_id
      where a.guard_id = $1 order by o.raised_at, o.id`,
  },
  {
    file: 'welfare-checks',
    query: `select ${site}, w.state, w.asked_at as "askedAt", w.called_again_at as "calledAgainAt", w.escalated_at as "escalatedAt",
      w.answered_at as "answeredAt", w.answered_within_ms as "answeredWithinMs", w.lat, w.long, w.accuracy, w.placed_at as "placedAt", w.battery
      from welfare_checks w join assignments a on a.id = w.assignment_id join shifts s on s.id = a.shift_id join jobs j on j.id = a.job_id
      where a.guard_id = $1 order by s.starts_at, w.assignment_id`,
  },
  {
    file: 'earnings',
    query: `select t.kind, t.amount, j.title as "jobTitle", t.created_at as "createdAt", t.time_zone as "timeZone" from transactions t left join jobs j on j.id = t.job_id
      where t.guard_id = $1 order by t.created_at, t.id`,
  },
  {
    file: 'withdrawals',
    query: `select amount, status, reason, created_at as "createdAt", processed_at as "processedAt", closed_at as "closedAt" from withdrawals
      where guard_id = $1 order by created_at, id`,
  },
  {
    file: 'ratings',
    query: `select ${site}, r.rating, r.description, r.created_at as "createdAt", r.appealed_at as "appealedAt",
      t.ticket_title as "appealTicket" from ratings r join shifts s on s.id = r.shift_id join jobs j on j.id = r.job_id
      left join tickets t on t.id = r.appeal_ticket_id where r.guard_id = $1 order by r.created_at, r.id`,
  },
  {
    file: 'e-notes',
    query: `select j.title as "jobTitle", s.shift_date as "shiftDate", n.type, n.title, n.description, n.event_time as "eventTime", n.at, n.within_ms as "withinMs",
      n.recording, n.seconds, n.bytes, n.photo, n.lat, n.long, n.accuracy,
      n.created_at as "createdAt" from e_notes n join jobs j on j.id = n.job_id
      left join shifts s on s.id = n.shift_id where n.guard_id = $1 order by n.at, n.id`,
  },
  {
    file: 'chat-rooms',
    query: `select j.title as "jobTitle", p.joined_at as "joinedAt", p.left_at as "leftAt", p.delivered_at as "deliveredAt", p.read_at as "readAt"
      from chat_participants p join chat_rooms r on r.id = p.room_id join jobs j on j.id = r.job_id where p.guard_id = $1 order by p.joined_at, p.room_id`,
  },
  {
    file: 'contact-changes',
    query: `select kind, value, sent_at as "sentAt", expires_at as "expiresAt" from contact_changes where guard_id = $1 order by kind`,
  },
  {
    file: 'chat',
    query: `select j.title as "jobTitle", case when m.guard_id = $1 and m.sender_type = 'guard' then 'You'
        when m.sender_type = 'guard' then left(g.first_name, 1) || '. ' || left(g.last_name, 1) || '.' else 'Staff' end as "from",
      m.message, m.sent_at as "sentAt"
      from chat_participants p join chat_messages m on m.room_id = p.room_id and m.sender_type in ('guard', 'staff')
        and (p.left_at is null or m.sent_at <= p.left_at)
      join chat_rooms r on r.id = p.room_id join jobs j on j.id = r.job_id left join guards g on g.id = m.guard_id
      where p.guard_id = $1 order by m.sent_at, m.id`,
  },
  {
    file: 'tickets',
    query: `select j.title as "jobTitle", t.ticket_type as "ticketType", t.ticket_title as "ticketTitle", t.description, t.images, t.image_names as "imageNames",
      t.created_at as "createdAt", (select json_agg(json_build_object('response', r.response, 'at', r.created_at) order by r.created_at, r.id)
        from ticket_responses r where r.ticket_id = t.id) as answers
      from tickets t left join jobs j on j.id = t.job_id where t.guard_id = $1 order by t.created_at, t.id`,
  },
  {
    file: 'injuries',
    query: `select j.title as "jobTitle", i.title, i.description, i.files, i.created_at as "createdAt",
      (select json_agg(json_build_object('title', r.title, 'description', r.description, 'at', r.created_at) order by r.created_at, r.id)
        from injury_responses r where r.injury_id = i.id) as answers
      from injuries i join jobs j on j.id = i.job_id where i.guard_id = $1 order by i.created_at, i.id`,
  },
  {
    file: 'post-orders',
    query: `select l.location_name as "locationName", o.version, r.at, r.received_at as "receivedAt", r.within_ms as "withinMs"
      from order_acknowledgements r join site_orders o on o.id = r.orders_id join locations l on l.id = o.location_id
      where r.guard_id = $1 order by r.at, o.id`,
  },
  {
    file: 'handover-notes',
    query: `select ${site}, l.location_name as "locationName", n.version, n.text, n.recording, n.seconds, n.at, n.received_at as "receivedAt", n.within_ms as "withinMs"
      from handover_notes n join locations l on l.id = n.location_id join assignments a on a.id = n.assignment_id join shifts s on s.id = a.shift_id
      join jobs j on j.id = a.job_id where n.guard_id = $1 order by n.at, n.id`,
  },
  {
    file: 'handover-notes-read',
    query: `select l.location_name as "locationName", r.version, n.at as "leftAt", r.at, r.received_at as "receivedAt", r.within_ms as "withinMs"
      from handover_reads r join handover_notes n on n.id = r.note_id join locations l on l.id = n.location_id
      where r.guard_id = $1 order by r.at, n.id`,
  },
  {
    file: 'job-reports',
    query: `select j.title as "jobTitle", r.reason, r.words, r.picture, r.outcome, r.answer, r.created_at as "createdAt", r.closed_at as "closedAt"
      from job_reports r join jobs j on j.id = r.job_id where r.guard_id = $1 order by r.created_at, r.id`,
  },
  {
    file: 'alerts',
    query: `select title, description, link, created_at as "createdAt", read_at as "readAt" from notifications
      where guard_id = $1 order by created_at, id`,
  },
  {
    file: 'devices',
    query: `select device, network, created_at as "signedInAt", last_seen_at as "lastSeenAt", expires_at as "expiresAt", ended_at as "endedAt",
      confirmed_at as "confirmedAt", factor_confirmed_at as "factorConfirmedAt" from sessions
      where guard_id = $1 order by created_at, id`,
  },
  {
    file: 'second-factors',
    query: `select kind, label, created_at as "addedAt", last_used_at as "lastUsedAt" from second_factors
      where guard_id = $1 and proven_at is not null order by created_at, id`,
  },
];

/** Tables with rows of a guard that are in no copy, and the reason. */
export const excludedTables: Readonly<Record<string, string>> = {
  bank_details: 'the numbers are never shown in full',
  device_keys: 'a secret, which opens writes on the guard’s own devices',
  calendar_feeds: 'a secret address',
  confirmation_codes: 'codes',
  passkey_challenges: 'codes',
  deletion_requests: 'shown next to the copy',
  expiry_reminders: 'the reminders are in the notifications',
  exports: 'the copies themselves',
  idempotency_keys: 'keyed hashes of calls',
  media: 'its files are in the copy',
  otp_codes: 'codes',
  outgoing_messages: 'the guard has received these messages, and alerts are in the notifications; the rest was for staff',
  push_messages: 'queued copies of the alerts',
  registrations: 'the cookie of a registration',
  sos_links: 'links for dispatchers',
  sos_notices: 'only when dispatchers and the chat get notices of an SOS, which is in the copy',
};
