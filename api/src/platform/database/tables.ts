// Written by `npm run db:types -w api` from the migrated database: change a migration, never this file.
import type { Guard } from '@portal/contracts/_kernel/guard';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** A column of a view. */
type ReadOnly<Type> = ColumnType<Type, never, never>;

/** Every table and view after the migrations, with the types of reads and writes of their columns. */
export interface Tables {
  agreement_texts: { version: string; type: string; description: string };
  agreements: {
    guard_id: string; flag: 'isPrivacyAgreement' | 'isTermsOfUse' | 'isIndependentContractor'; version: string; agreed_at: string;
  };
  api_signs: { id: Generated<boolean>; seen_at: string; outage_ended_at: string | null; quiet_ended_at: string | null };
  applications: {
    id: Generated<string>; job_id: string; guard_id: string; shift_id: string;
    state: Generated<'applied' | 'awarded' | 'withdrawn' | 'refused'>; created_at: string; reason_id: string | null; comment: string | null;
    withdrawn_at: string | null; awarded_at: string | null; refused_at: string | null; refusal_reason: string | null;
  };
  assignments: {
    id: Generated<string>; guard_id: string; job_id: string; shift_id: string;
    state: Generated<'awarded' | 'leave-requested' | 'on-leave' | 'arrived' | 'running' | 'on-break' | 'ended' | 'missed' | 'taken-back'>;
    started_at: string | null; ended_at: string | null; created_at: string; arrived_at: string | null; arrived_received_at: string | null;
    arrived_lat: number | null; arrived_long: number | null; arrived_accuracy: number | null; arrived_distance: number | null;
    started_received_at: string | null; ended_received_at: string | null; ended_by_staff: Generated<boolean>; end_reason_id: string | null;
    shift_end_comment: Generated<string>; client_rating: string | null; during: string | null; taken_back_at: string | null;
    paid_from: string | null; arrived_within_ms: number | null; started_within_ms: number | null; ended_within_ms: number | null;
  };
  bank_details: { guard_id: string; key_id: string; sealed: Buffer; changed_at: string };
  break_reasons: { id: string; position: number; name: string };
  breaks: {
    id: Generated<string>; assignment_id: string; reason_id: string; description: string; started_at: string; started_received_at: string;
    ended_at: string | null; ended_received_at: string | null; started_within_ms: number | null; ended_within_ms: number | null;
  };
  calendar_feeds: { guard_id: string; token_hash: string; made_at: string; read_at: string | null };
  cancellation_reasons: { id: string; position: number; name: string };
  career_applications: {
    id: Generated<string>; name: string; email: string; phone: string; experience: string | null; speciality: string | null;
    details: string | null; file_name: string | null; file_type: 'application/pdf' | 'image/jpeg' | 'image/png' | 'image/webp' | null;
    file: Buffer | null; consented_at: string; held: boolean; created_at: string;
  };
  chat_messages: {
    id: Generated<string>; room_id: string; sender_type: 'guard' | 'staff' | 'system'; guard_id: string | null; client_id: string | null;
    message: string; is_quiet: Generated<boolean>; sent_at: string;
  };
  chat_participants: {
    room_id: string; guard_id: string; joined_at: string; left_at: string | null; delivered_at: string | null; read_at: string | null;
    unread_since: string | null; told_at: string | null;
  };
  chat_rooms: { id: Generated<string>; job_id: string; last_at: string; closed_at: string | null; created_at: string };
  confirmation_codes: {
    session_id: string; guard_id: string; code_hash: string; tries: Generated<number>; sent_at: string; expires_at: string;
  };
  contact_changes: {
    guard_id: string; kind: 'email' | 'mobile'; value: string; code_hash: string; tries: Generated<number>; sent_at: string;
    expires_at: string;
  };
  cover_declines: { guard_id: string; offer_id: string; at: string };
  cover_offers: {
    id: Generated<string>; guard_id: string; job_id: string; shift_id: string; note: Generated<string>;
    state: Generated<'open' | 'proposed' | 'approved' | 'refused' | 'withdrawn' | 'ended'>; offered_at: string; ends_at: string;
    alerted_at: string | null; proposed_guard_id: string | null; proposed_at: string | null; decided_at: string | null;
  };
  customers: {
    id: Generated<string>; register_as: 'Business' | 'Incorporation' | 'Individual'; first_name: string; last_name: string;
    business_name: string | null; created_at: Generated<string>;
  };
  deletion_requests: {
    id: Generated<string>; guard_id: string; asked_at: string; take_back_until: string; taken_back_at: string | null;
    carried_out_at: string | null; kept_name: string | null; kept_until: string | null;
  };
  device_keys: { guard_id: string; key_id: string; sealed: Buffer; made_at: string };
  e_notes: {
    id: Generated<string>; job_id: string; guard_id: string; shift_id: string | null; type: number; title: string; description: string;
    event_time: string; at: string; created_at: string; recording: string | null; seconds: number | null; bytes: number | null;
    photo: string | null; lat: number | null; long: number | null; accuracy: number | null; within_ms: number | null;
  };
  employment_details: {
    id: Generated<string>; guard_id: string; position: number; employer_name: string; project_name: string; from: string | null;
    to: string | null; speciality_id: string | null;
  };
  end_job_reasons: { id: string; position: number; name: string };
  enquiries: {
    id: Generated<string>; page_id: string; name: string; email: string; phone: string; query: string; created_at: string;
    consented_at: string | null; held: Generated<boolean>;
  };
  expiry_reminders: { guard_id: string; document_id: string | null; expiry_date: string; days_before: number; told_at: string };
  exports: {
    id: Generated<string>; guard_id: string; state: Generated<'waiting' | 'working' | 'done' | 'failed'>; progress: Generated<number>;
    tries: Generated<number>; asked_at: string; worker: string | null; lease_until: string | null; finished_at: string | null;
    bytes: number | null; expires_at: string | null; secret: string;
  };
  faq_groups: { id: Generated<string>; position: number; title: string };
  faq_questions: { id: Generated<string>; group_id: string; position: number; question: string; answer: string };
  guard_documents: {
    id: Generated<string>; guard_id: string; document_type: 'Drivers license' | 'Permanent resident card' | 'Canadian passport' | 'Other';
    expiry_date: string; file: string; license_number: string | null; created_at: string; number_key_id: string | null;
    number_sealed: Buffer | null; number_hash: Buffer | null;
  };
  guard_specialities: { guard_id: string; speciality_id: string };
  guards: {
    id: Generated<string>; email: string; password_hash: string; first_name: string; middle_name: string | null; last_name: string;
    mobile_number: string; dob: string | null; profile_image: string | null; is_license: Generated<boolean>; license_number: string | null;
    security_registration_number: string | null; security_registration_document: string | null;
    security_registration_expiry_date: string | null; is_privacy_agreement: Generated<boolean>; is_terms_of_use: Generated<boolean>;
    is_independent_contractor: Generated<boolean>; is_verify_otp: Generated<boolean>; status: Generated<number>; is_go_with: number | null;
    vest_size: number | null; is_travel_to: number | null; lat: number | null; lng: number | null; full_address: string | null;
    full_address2: string | null; postal_code: string | null; country: string | null; city: string | null; state: string | null;
    land_mark: string | null; bank_transit_number: string | null; bank_institution: string | null; bank_account_number: string | null;
    acc_holder_name: string | null; want_topay: number | null; paypal_id: string | null; social_facebook_id: string | null;
    social_gmail_id: string | null; notification_settings: Generated<Guard['notificationSettings']>; is_test: Generated<boolean>;
    created_at: Generated<string>; registered_at: string | null; is_submit_all_document: Generated<boolean>;
    is_individual_document: Generated<boolean>; is_promotional: Generated<boolean>; is_email_proven: Generated<boolean>;
    is_mobile_proven: Generated<boolean>; has_password: Generated<boolean>;
  };
  handover_notes: {
    id: Generated<string>; assignment_id: string; guard_id: string; location_id: string; version: Generated<number>; text: string;
    recording: string | null; seconds: number | null; at: string; received_at: string; within_ms: number | null;
  };
  handover_reads: {
    note_id: string; guard_id: string; version: number; assignment_id: string; at: string; received_at: string; within_ms: number | null;
  };
  held_assignments: {
    id: ReadOnly<string>; guard_id: ReadOnly<string>; job_id: ReadOnly<string>; shift_id: ReadOnly<string>;
    state: ReadOnly<'awarded' | 'leave-requested' | 'on-leave' | 'arrived' | 'running' | 'on-break' | 'ended' | 'missed' | 'taken-back'>;
    started_at: ReadOnly<string | null>; ended_at: ReadOnly<string | null>; created_at: ReadOnly<string>;
    arrived_at: ReadOnly<string | null>; arrived_received_at: ReadOnly<string | null>; arrived_lat: ReadOnly<number | null>;
    arrived_long: ReadOnly<number | null>; arrived_accuracy: ReadOnly<number | null>; arrived_distance: ReadOnly<number | null>;
    started_received_at: ReadOnly<string | null>; ended_received_at: ReadOnly<string | null>; ended_by_staff: ReadOnly<boolean>;
    end_reason_id: ReadOnly<string | null>; shift_end_comment: ReadOnly<string>; client_rating: ReadOnly<string | null>;
    during: ReadOnly<string | null>; taken_back_at: ReadOnly<string | null>; paid_from: ReadOnly<string | null>;
    arrived_within_ms: ReadOnly<number | null>; started_within_ms: ReadOnly<number | null>; ended_within_ms: ReadOnly<number | null>;
  };
  idempotency_keys: {
    guard_id: string; endpoint: string; key: string; input_hash: Buffer; reply: unknown; created_at: string; key_id: string | null;
  };
  identity_documents: {
    id: Generated<string>; guard_id: string; position: number; id_type: string; id_proof: string | null; file_name: string | null;
    number_key_id: string | null; number_sealed: Buffer | null;
  };
  inbound_messages: { id: string; received_at: string };
  injuries: {
    id: Generated<string>; guard_id: string; job_id: string; title: string; description: string; files: string[]; created_at: string;
  };
  injury_responses: { id: Generated<string>; injury_id: string; title: string; description: string; created_at: string };
  injury_types: { name: string; position: number };
  job_announcements: { job_id: string; queued_at: string; after_guard: string | null };
  job_reports: {
    id: Generated<string>; guard_id: string; job_id: string; reason: number; words: Generated<string>; picture: string | null;
    outcome: 'removed' | 'kept' | null; answer: string | null; created_at: string; closed_at: string | null;
  };
  jobs: {
    id: Generated<string>; customer_id: string; location_id: string; speciality_id: string | null; title: string;
    description: Generated<string>; job_type: number; status: Generated<number>; hourly_rate: string; dress_code: number;
    transportation: number; client_rating: Generated<string>; place: string; lat: number; long: number;
    search_text: GeneratedAlways<string>; live_applications: Generated<number>; is_test: Generated<boolean>; created_at: Generated<string>;
    time_zone: Generated<string>; site_phone: string | null; has_vacancy: Generated<boolean>; uses_ai: Generated<boolean>;
  };
  key_checks: { key_id: string; made_with: Buffer };
  leaves: {
    id: Generated<string>; guard_id: string; shift_id: string; leave_title: number; leave_description: string | null;
    status: Generated<number>; created_at: string; decided_at: string | null;
  };
  locations: {
    id: Generated<string>; location_name: string; city: string; lat: number; long: number;
    time_zone: 'America/Toronto' | 'America/Winnipeg' | 'America/Atikokan'; cover_is_automatic: Generated<boolean>;
  };
  media: {
    filename: string; owner_id: string | null; content_type: string; bytes: number; created_at: string; key_id: string | null;
    key_sealed: Buffer | null; is_sealed: Generated<boolean>;
  };
  newsletter_subscriptions: {
    email: string; created_at: string; consented_at: string | null; wording: number | null; held: Generated<boolean>;
    unsubscribed_at: string | null;
  };
  notifications: {
    id: Generated<string>; guard_id: string; title: string; description: Generated<string>; created_at: string; read_at: string | null;
    link: string | null; is_toast: Generated<boolean>;
  };
  order_acknowledgements: {
    guard_id: string; orders_id: string; assignment_id: string; at: string; received_at: string; within_ms: number | null;
  };
  otp_codes: {
    guard_id: string; code_hash: string; tries: Generated<number>; sent_at: string; expires_at: string; sms_code_hash: string | null;
  };
  outgoing_messages: {
    id: Generated<string>; channel: 'mail' | 'sms'; recipient: string; subject: string; body: string; created_at: string;
    state: Generated<'kept' | 'queued' | 'sent' | 'dead'>; is_secret: Generated<boolean>; about: string | null; about_id: string | null;
    tries: Generated<number>; tried_at: string | null; taken_until: string | null; last_error: string | null; settled_at: string | null;
    guard_id: string | null; asked_at: string | null; refusal_code: string | null;
  };
  passkey_challenges: { session_id: string; guard_id: string; challenge: string; purpose: 'add' | 'confirm'; expires_at: string };
  password_resets: { token_hash: Buffer; expires_at: string; email: string };
  public_lists: { name: 'how-it-works' | 'openings'; rows: unknown };
  push_messages: {
    id: Generated<string>; notification_id: string; device_token: string; title: string; body: string; link: string | null;
    created_at: string; not_before: string; tries: Generated<number>;
  };
  rate_limits: { bucket: string; subject: Buffer; count: number; resets_at: string };
  ratings: {
    id: Generated<string>; guard_id: string; job_id: string; shift_id: string; rating: string; description: Generated<string>;
    created_at: string; appeal_ticket_id: string | null; appealed_at: string | null;
  };
  registrations: { token_hash: Buffer; guard_id: string; expires_at: string; device_token: string | null };
  schema_migrations: { name: string; sha256: string; at: Generated<string>; needs: string | null };
  second_factors: {
    id: Generated<string>; guard_id: string; kind: 'totp' | 'passkey'; label: string; created_at: string; proven_at: string | null;
    last_used_at: string | null; key_id: string | null; secret_sealed: Buffer | null; last_period: Generated<number>;
    credential_id: string | null; public_key: Buffer | null; counter: Generated<number>; transports: Generated<string[]>;
  };
  seedings: { seeded_at: string };
  sessions: {
    id: Generated<string>; guard_id: string; token_hash: Buffer; device_token: string | null; created_at: string; expires_at: string;
    last_seen_at: string; ended_at: string | null; device: string | null; network: string | null; confirmed_at: string | null;
    factor_confirmed_at: string | null;
  };
  shifts: {
    id: Generated<string>; job_id: string; shift_date: string; start_time: string; end_time: string; starts_at: string; ends_at: string;
    start_hour: GeneratedAlways<number>; previous_start: Generated<string>; sequence: Generated<number>;
  };
  site_orders: { id: Generated<string>; location_id: string; version: number; sections: unknown; contacts: unknown; created_at: string };
  socket_io_attachments: { id: Generated<number>; created_at: Generated<string | null>; payload: Buffer | null };
  sos_alerts: {
    id: Generated<string>; assignment_id: string; raised_at: string; received_at: string; lat: number | null; long: number | null;
    accuracy: number | null; acknowledged_at: string | null; ended_at: string | null; reached_at: string | null;
    escalated_at: string | null; escalations: Generated<number>; acknowledged_by: string | null; reason: Generated<'press' | 'no-answer'>;
    placed_at: string | null; battery: number | null; answered_at: string | null; raised_within_ms: number | null;
    answered_within_ms: number | null;
  };
  sos_links: {
    id: Generated<string>; sos_id: string; recipient: string; name: string; created_at: string; expires_at: string; used_at: string | null;
  };
  sos_notices: {
    id: Generated<number>; sos_id: string; kind: 'call' | 'again' | 'place' | 'unanswered' | 'over'; receiver: 'team' | 'chat';
    noted_at: string; due_at: string; is_droppable: boolean; done_at: string | null; is_dropped: Generated<boolean>;
  };
  specialities: { id: Generated<string>; name: string };
  staff_acts: {
    id: Generated<number>; at: string; key_id: string | null; name: string; role: string | null; act: string; target: unknown;
    reference: string; once_key: string | null; input_hash: Buffer | null; input_key_id: string | null;
  };
  staff_changes: { id: Generated<number>; act_id: number; table_name: string; row_key: string | null; before: unknown; after: unknown };
  staff_keys: {
    id: Generated<string>; name: string; role: 'support' | 'dispatcher' | 'finance' | 'ops'; key_hash: Buffer; created_at: string;
    expires_at: string; revoked_at: string | null;
  };
  static_pages: { type: 'privacy' | 'terms' | 'guardAgreement'; description: string; updated_at: Generated<string> };
  ticket_responses: { id: Generated<string>; ticket_id: string; response: string; created_at: string };
  tickets: {
    id: Generated<string>; guard_id: string; job_id: string | null; ticket_type: number; ticket_title: string; description: string;
    images: string[]; created_at: string; image_names: Generated<string[]>;
  };
  transactions: {
    id: Generated<string>; guard_id: string; job_id: string | null; assignment_id: string | null;
    kind: 'credit' | 'debit' | 'bank-deposit' | 'withdrawn'; amount: string; created_at: string; withdrawal_id: string | null;
    time_zone: Generated<string>;
  };
  used_identity_proofs: { hash: Buffer; expires_at: string };
  welfare_checks: {
    assignment_id: string; state: 'waiting' | 'asked' | 'called-again' | 'escalated' | 'paused' | 'over'; due_at: string | null;
    asked_at: string | null; called_again_at: string | null; escalated_at: string | null; code: string | null; answered_at: string | null;
    lat: number | null; long: number | null; accuracy: number | null; placed_at: string | null; battery: number | null;
    answered_within_ms: number | null;
  };
  welfare_settings: { location_id: string; every_minutes: number; grace_minutes: number; set_at: string };
  withdrawals: {
    id: Generated<string>; guard_id: string; amount: string; status: Generated<'requested' | 'in-process' | 'paid' | 'refused'>;
    reason: string | null; created_at: string; processed_at: string | null; closed_at: string | null;
  };
}
