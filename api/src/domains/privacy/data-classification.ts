/** How much protection a column needs, the most first. */
export type Level = 'secret' | 'sealed' | 'sensitive' | 'personal' | 'internal' | 'public';

/**
 * Requirements of each level. For all levels: TLS on every connection, a backup as well guarded as its database, and no value in the log
 * except ids of guards and of staff keys.
 */
export const levels: Readonly<Record<Level, string>> = {
  secret:
    'Gives access. Stored as a hash, or in full only until it was sent or has expired, and erased then; in no copy, no audit and no stored reply.',
  sealed:
    'A number of a guard’s documents or account, the data key of a file, or the secret of an authenticator app. Encrypted under PORTAL_SECRET_KEYS, null in plain text. A number: shown by its last digits, in full to its guard and to staff who pay, whose reads are in the audit.',
  sensitive:
    'Health, locations, money, documents and texts of people. For its guard, the people with whom the row is shared, and the staff roles of its calls; in the guard’s copy; deleted or without a person when the account is deleted. A guard’s files are encrypted under PORTAL_SECRET_KEYS, each with its own data key.',
  personal:
    'Identifies a person and their actions. As sensitive, but also shown where work needs it: a name to a team, a day to a dispatcher.',
  internal: 'For the operation of the portal. For the portal and its staff; deleted when it has expired.',
  public: 'Shown to everyone. Changed by staff alone, with a row in the audit.',
};

const assignments: Partial<Record<Level, string>> = {
  sensitive: 'arrived_lat arrived_long arrived_accuracy arrived_distance shift_end_comment',
  personal: `id guard_id job_id shift_id state started_at ended_at created_at arrived_at arrived_received_at started_received_at
    ended_received_at ended_by_staff end_reason_id client_rating during taken_back_at paid_from arrived_within_ms started_within_ms ended_within_ms`,
};

/** The level of every column. The guard's copy and the deletion of an account follow from it: see `columnsAt`. */
export const dataClassification: Readonly<Record<string, Partial<Record<Level, string>>>> = {
  agreement_texts: { public: 'version type description' },
  agreements: { personal: 'guard_id flag version agreed_at' },
  applications: {
    sensitive: 'comment refusal_reason',
    personal: 'id job_id guard_id shift_id state created_at reason_id withdrawn_at awarded_at refused_at',
  },
  assignments,
  bank_details: { sealed: 'sealed', personal: 'guard_id changed_at', internal: 'key_id' },
  device_keys: { sealed: 'sealed', personal: 'guard_id made_at', internal: 'key_id' },
  break_reasons: { public: 'id position name' },
  breaks: {
    sensitive: 'description',
    personal: 'id assignment_id reason_id started_at started_received_at ended_at ended_received_at started_within_ms ended_within_ms',
  },
  calendar_feeds: { secret: 'token_hash', personal: 'guard_id made_at read_at' },
  cancellation_reasons: { public: 'id position name' },
  career_applications: {
    sensitive: 'details file',
    personal: 'id name email phone experience speciality file_name file_type consented_at held created_at',
  },
  chat_messages: { sensitive: 'message', personal: 'id room_id sender_type guard_id client_id is_quiet sent_at' },
  chat_participants: { personal: 'room_id guard_id joined_at left_at delivered_at read_at unread_since told_at' },
  chat_rooms: { internal: 'id job_id last_at closed_at created_at' },
  confirmation_codes: { secret: 'code_hash', personal: 'session_id guard_id tries sent_at expires_at' },
  contact_changes: { secret: 'code_hash', personal: 'guard_id kind value tries sent_at expires_at' },
  cover_declines: { personal: 'guard_id offer_id at' },
  cover_offers: {
    sensitive: 'note',
    personal: 'id guard_id job_id shift_id state offered_at ends_at proposed_guard_id proposed_at decided_at',
    internal: 'alerted_at',
  },
  customers: { personal: 'id register_as first_name last_name business_name created_at' },
  deletion_requests: { personal: 'id guard_id asked_at take_back_until taken_back_at carried_out_at kept_name kept_until' },
  e_notes: {
    sensitive: 'title description recording photo lat long accuracy',
    personal: 'id job_id guard_id shift_id type event_time at within_ms created_at seconds bytes',
  },
  employment_details: { personal: 'id guard_id position employer_name project_name from to speciality_id' },
  end_job_reasons: { public: 'id position name' },
  enquiries: { sensitive: 'query', personal: 'id page_id name email phone created_at consented_at held' },
  expiry_reminders: { personal: 'guard_id document_id expiry_date days_before told_at' },
  exports: { secret: 'secret', personal: 'id guard_id state progress tries asked_at worker lease_until finished_at bytes expires_at' },
  faq_groups: { public: 'id position title' },
  faq_questions: { public: 'id group_id position question answer' },
  guard_documents: {
    sealed: 'number_sealed number_hash',
    sensitive: 'file',
    personal: 'id guard_id document_type expiry_date license_number created_at',
    internal: 'number_key_id',
  },
  guard_specialities: { personal: 'guard_id speciality_id' },
  guards: {
    secret: 'password_hash',
    sealed: 'bank_transit_number bank_institution bank_account_number',
    sensitive: 'dob security_registration_document lat lng full_address full_address2 postal_code land_mark acc_holder_name paypal_id',
    personal: `id email first_name middle_name last_name mobile_number profile_image is_license license_number security_registration_number
      security_registration_expiry_date is_privacy_agreement is_terms_of_use is_independent_contractor is_verify_otp status is_go_with
      vest_size is_travel_to country city state want_topay social_facebook_id social_gmail_id notification_settings created_at
      registered_at is_submit_all_document is_individual_document is_promotional is_email_proven is_mobile_proven has_password`,
    internal: 'is_test',
  },
  // A view of assignments, without revoked ones.
  held_assignments: assignments,
  idempotency_keys: { sensitive: 'input_hash reply', personal: 'guard_id key created_at', internal: 'endpoint key_id' },
  identity_documents: {
    sealed: 'number_sealed',
    sensitive: 'id_proof',
    personal: 'id guard_id position id_type file_name',
    internal: 'number_key_id',
  },
  injuries: { sensitive: 'title description files', personal: 'id guard_id job_id created_at' },
  injury_responses: { sensitive: 'title description', personal: 'id injury_id created_at' },
  injury_types: { public: 'name position' },
  handover_notes: {
    sensitive: 'text recording',
    personal: 'id assignment_id guard_id location_id version seconds at received_at within_ms',
  },
  handover_reads: { personal: 'note_id guard_id version assignment_id at received_at within_ms' },
  order_acknowledgements: { personal: 'guard_id orders_id assignment_id at received_at within_ms' },
  site_orders: { internal: 'id location_id version sections contacts created_at' },
  job_reports: { sensitive: 'words picture answer', personal: 'id guard_id job_id reason outcome created_at closed_at' },
  job_announcements: { internal: 'job_id queued_at after_guard' },
  jobs: {
    internal: 'id customer_id location_id speciality_id status client_rating live_applications is_test created_at site_phone',
    public: 'title description job_type hourly_rate has_vacancy uses_ai dress_code transportation place lat long search_text time_zone',
  },
  key_checks: { internal: 'key_id made_with' },
  leaves: { sensitive: 'leave_title leave_description', personal: 'id guard_id shift_id status created_at decided_at' },
  locations: { internal: 'id location_name city lat long time_zone cover_is_automatic' },
  media: { sealed: 'key_sealed', personal: 'filename owner_id content_type bytes created_at', internal: 'key_id is_sealed' },
  newsletter_subscriptions: { personal: 'email created_at consented_at wording held unsubscribed_at' },
  notifications: { sensitive: 'title description', personal: 'id guard_id created_at read_at link is_toast' },
  otp_codes: { secret: 'code_hash sms_code_hash', personal: 'guard_id tries sent_at expires_at' },
  outgoing_messages: {
    secret: 'body',
    sensitive: 'last_error',
    personal: `id channel recipient subject created_at state is_secret about about_id tries tried_at taken_until settled_at guard_id
      asked_at refusal_code`,
  },
  passkey_challenges: { secret: 'challenge', personal: 'session_id guard_id purpose expires_at' },
  password_resets: { secret: 'token_hash', personal: 'expires_at email' },
  public_lists: { public: 'name rows' },
  push_messages: { secret: 'device_token', sensitive: 'title body', personal: 'id notification_id link created_at not_before tries' },
  rate_limits: { personal: 'subject', internal: 'bucket count resets_at' },
  ratings: { sensitive: 'description', personal: 'id guard_id job_id shift_id rating created_at appeal_ticket_id appealed_at' },
  registrations: { secret: 'token_hash device_token', personal: 'guard_id expires_at' },
  schema_migrations: { internal: 'name sha256 at needs' },
  second_factors: {
    sealed: 'secret_sealed',
    personal: 'id guard_id kind label created_at proven_at last_used_at',
    internal: 'key_id last_period credential_id public_key counter transports',
  },
  seedings: { internal: 'seeded_at' },
  sessions: {
    secret: 'token_hash device_token',
    personal: 'id guard_id created_at expires_at last_seen_at ended_at device network confirmed_at factor_confirmed_at',
  },
  welfare_checks: {
    secret: 'code',
    sensitive: 'lat long accuracy placed_at battery',
    personal: 'assignment_id state due_at asked_at called_again_at escalated_at answered_at answered_within_ms',
  },
  welfare_settings: { internal: 'location_id every_minutes grace_minutes set_at' },
  inbound_messages: { internal: 'id received_at' },
  api_signs: { internal: 'id seen_at outage_ended_at quiet_ended_at' },
  shifts: { internal: 'id job_id shift_date start_time end_time starts_at ends_at start_hour previous_start sequence' },
  socket_io_attachments: { sensitive: 'payload', internal: 'id created_at' },
  sos_alerts: {
    sensitive: 'lat long accuracy battery placed_at',
    personal: `id assignment_id raised_at received_at acknowledged_at acknowledged_by ended_at reached_at escalated_at escalations
      reason answered_at raised_within_ms answered_within_ms`,
  },
  sos_links: { personal: 'id sos_id recipient name created_at expires_at used_at' },
  sos_notices: { personal: 'id sos_id kind receiver noted_at due_at is_droppable done_at is_dropped' },
  specialities: { public: 'id name' },
  staff_acts: { personal: 'name target input_hash', internal: 'id at key_id role act reference once_key input_key_id' },
  staff_changes: { personal: 'before after', internal: 'id act_id table_name row_key' },
  staff_keys: { secret: 'key_hash', personal: 'name', internal: 'id role created_at expires_at revoked_at' },
  static_pages: { public: 'type description updated_at' },
  ticket_responses: { sensitive: 'response', personal: 'id ticket_id created_at' },
  tickets: { sensitive: 'ticket_title description images image_names', personal: 'id guard_id job_id ticket_type created_at' },
  transactions: { sensitive: 'amount', personal: 'id guard_id job_id assignment_id kind created_at withdrawal_id time_zone' },
  used_identity_proofs: { internal: 'hash expires_at' },
  withdrawals: { sensitive: 'amount reason', personal: 'id guard_id status created_at processed_at closed_at' },
};

/** The columns of a table at these levels. */
export const columnsAt = (table: string, ...wanted: Level[]): string[] =>
  wanted.flatMap((level) => dataClassification[table]?.[level]?.split(/\s+/) ?? []);
