-- The schema as of the first release. Columns carry the snake_case of the contract's names. Instants are timestamptz.
-- baseline: replaces the migrations up to 0098_site_phones.sql, record d54993c245bac978db52c2221fceb7d7ec1f79172a1bb374a64b352bd1490fe8

create extension if not exists pg_trgm;
create extension if not exists btree_gist;

-- == Text

-- Text as a search compares it: small letters, without accents and invisible marks, every space the same. `searchText` in the contracts
-- does the same with the words of a search. The extension unaccent needs a superuser in many databases; this function needs none.
create function plain_text(given text) returns text language sql immutable parallel safe return
  lower(case when octet_length(given) = char_length(given) then given
    else regexp_replace(regexp_replace(normalize(given, NFD), '[\u0300-\u036f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff]', '', 'g'),
      '[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]', ' ', 'g') end);

-- == Guards

-- The fields of work that guards and jobs choose from. The ids are fixed here and in the other lists below, so that links and seeds agree
-- everywhere.
create table specialities (
  id uuid primary key default gen_random_uuid(),
  name text not null unique
);
insert into specialities (id, name) values
  ('dd03335b-0a5d-5047-a12d-c707dc1e17a4', 'Access Control'),
  ('3ee56f15-7cbc-56e8-aa2f-b03b0bf76620', 'Bank'),
  ('cab282d4-22eb-5c27-afb3-981824802005', 'Car Lot'),
  ('4e4c7f64-fa28-5099-ade1-6cf93a132542', 'Concierge'),
  ('59b72551-b018-57f3-a9f9-2a837ded3e60', 'Construction'),
  ('765dcf87-b336-5d5f-afc4-b5078acd3dfe', 'Events'),
  ('83faee45-445a-5da4-a599-a86ebffd9aee', 'Loss Prevention'),
  ('003fe0ba-1375-5a38-a32c-15f07de26359', 'Protests'),
  ('d9dd4ad7-1aef-5d8c-a59e-225c76c07d0e', 'Residential'),
  ('dafa29a5-15fa-5766-a6be-6ba0018d8d19', 'VIP');

create table guards (
  id uuid primary key default gen_random_uuid(),
  email text not null check (email = lower(email) and length(email) <= 180),
  password_hash text not null,
  first_name text not null,
  middle_name text,
  last_name text not null,
  mobile_number text not null,
  dob date,
  profile_image text,
  is_license boolean not null default false,
  license_number text,
  security_registration_number text,
  security_registration_document text,
  security_registration_expiry_date date,
  is_privacy_agreement boolean not null default false,
  is_terms_of_use boolean not null default false,
  is_independent_contractor boolean not null default false,
  is_verify_otp boolean not null default false,
  -- 0 not approved, 1 approved
  status smallint not null default 0 check (status in (0, 1)),
  is_go_with smallint,
  vest_size smallint,
  is_travel_to smallint,
  lat double precision check (lat between -90 and 90),
  lng double precision check (lng between -180 and 180),
  full_address text,
  full_address2 text,
  postal_code text,
  country text,
  city text,
  state text,
  land_mark text,
  -- Of bank details these columns keep only what may be shown: names and last digits. The numbers are encrypted in bank_details.
  bank_transit_number text,
  bank_institution text,
  bank_account_number text,
  acc_holder_name text,
  want_topay smallint,
  paypal_id text,
  social_facebook_id text,
  social_gmail_id text,
  notification_settings jsonb not null default '{
    "newJob": {"isSMS": true, "isEmail": true, "isNotification": true},
    "chat": {"isSMS": true, "isEmail": true, "isNotification": true},
    "jobAward": {"isSMS": true, "isEmail": true, "isNotification": true},
    "jobCancel": {"isSMS": true, "isEmail": true, "isNotification": true},
    "isNotification": true}',
  -- Created by a test: the staff commands may delete it.
  is_test boolean not null default false,
  created_at timestamptz not null default now(),
  -- Null: staff or the seed created the account. They may give one mobile number to several guards.
  registered_at timestamptz,
  is_submit_all_document boolean not null default false,
  is_individual_document boolean not null default false,
  is_promotional boolean not null default false,
  -- The registration may change the address without a code. Until its mailbox was used, no provider's account is connected by the address.
  is_email_proven boolean not null default true,
  is_mobile_proven boolean not null default false,
  -- False: a provider alone opened the account, with a random password. Such a guard must not lose the provider.
  has_password boolean not null default true,
  check (not is_license or license_number is not null)
);
-- Partial, because a unique index over a whole column makes the column a part of the row's key: a change of it would wait for everybody who
-- stores a row that names the guard.
create unique index guards_email on guards (email) where email is not null;
create unique index guards_social_facebook_id_key on guards (social_facebook_id) where social_facebook_id is not null;
create unique index guards_social_gmail_id_key on guards (social_gmail_id) where social_gmail_id is not null;
create unique index guards_registered_mobile on guards (mobile_number) where registered_at is not null;
create index guards_licence_expiry on guards (security_registration_expiry_date);

create table guard_specialities (
  guard_id uuid not null references guards on delete cascade,
  speciality_id uuid not null references specialities,
  primary key (guard_id, speciality_id)
);

create table employment_details (
  id uuid primary key default gen_random_uuid(),
  guard_id uuid not null references guards on delete cascade,
  position smallint not null,
  employer_name text not null,
  project_name text not null,
  "from" date,
  "to" date,
  speciality_id uuid references specialities,
  unique (guard_id, position),
  check ("to" > "from")
);

-- Documents of the registration. Their numbers are encrypted under PORTAL_SECRET_KEYS.
create table identity_documents (
  id uuid primary key default gen_random_uuid(),
  guard_id uuid not null references guards on delete cascade,
  position smallint not null,
  id_type text not null,
  -- Not used.
  id_number text,
  id_proof text,
  file_name text,
  number_key_id text,
  number_sealed bytea,
  unique (guard_id, position)
);
create index identity_documents_of_key on identity_documents (number_key_id, guard_id);
create index identity_documents_plain on identity_documents (guard_id) where id_number is not null;

-- Documents of My Documents: at most four, one of each type.
create table guard_documents (
  id uuid primary key default gen_random_uuid(),
  guard_id uuid not null references guards on delete cascade,
  document_type text not null check (document_type in ('Drivers license', 'Permanent resident card', 'Canadian passport', 'Other')),
  -- Not used.
  document_number text check (document_number ~ '^\d{2,15}$'),
  expiry_date date not null check (expiry_date between '1900-01-01' and '2099-12-12'),
  -- Name of the stored picture.
  file text not null,
  -- Only /addDocs sends it.
  license_number text check (license_number ~ '^\d{5}$'),
  created_at timestamptz not null,
  number_key_id text,
  number_sealed bytea,
  -- A keyed hash that recognises the same number of the same guard.
  number_hash bytea,
  constraint guard_documents_type unique (guard_id, document_type),
  constraint guard_documents_number unique (guard_id, document_number)
);
create unique index guard_documents_number_hash on guard_documents (guard_id, number_hash);
create index guard_documents_of_key on guard_documents (number_key_id, guard_id);
create index guard_documents_expiry on guard_documents (expiry_date);

-- Reminders of an expiry that were sent, so that several processes send each once.
create table expiry_reminders (
  guard_id uuid not null references guards on delete cascade,
  -- Null: the security licence.
  document_id uuid references guard_documents on delete cascade,
  expiry_date date not null,
  days_before smallint not null,
  told_at timestamptz not null,
  constraint expiry_reminders_once unique nulls not distinct (guard_id, document_id, expiry_date, days_before)
);

-- Where a guard is paid, encrypted under PORTAL_SECRET_KEYS.
create table bank_details (
  guard_id uuid primary key references guards on delete cascade,
  key_id text not null,
  sealed bytea not null,
  changed_at timestamptz not null
);
create index bank_details_of_key on bank_details (key_id, guard_id);

-- A random key of each guard, encrypted under PORTAL_SECRET_KEYS. The guard's devices encrypt waiting writes with it.
create table device_keys (
  guard_id uuid primary key references guards on delete cascade,
  key_id text not null,
  sealed bytea not null,
  made_at timestamptz not null
);
create index device_keys_of_key on device_keys (key_id, guard_id);

-- A fingerprint of each secret key, made with the key. A process that starts with other bytes under a known id is refused.
create table key_checks (
  key_id text primary key,
  made_with bytea not null
);

-- A guard's private calendar feed: one address at a time, of which only the hash is stored.
create table calendar_feeds (
  guard_id uuid primary key references guards on delete cascade,
  token_hash text not null unique,
  made_at timestamptz not null,
  read_at timestamptz
);

-- == Registration and log-in

-- The browser in which a guard registered.
create table registrations (
  -- sha256 of the cookie
  token_hash bytea primary key,
  guard_id uuid not null references guards on delete cascade,
  expires_at timestamptz not null,
  -- The push token of the sign-up, for the session that the code opens in the same browser.
  device_token text
);
create index registrations_of_guard on registrations (guard_id);

-- Every text that a guard agreed to, under its sha256.
create table agreement_texts (
  version text primary key,
  type text not null,
  description text not null
);

create table agreements (
  guard_id uuid not null references guards on delete cascade,
  flag text not null check (flag in ('isPrivacyAgreement', 'isTermsOfUse', 'isIndependentContractor')),
  version text not null references agreement_texts,
  agreed_at timestamptz not null,
  primary key (guard_id, flag, version)
);

-- Codes of the registration. E-mail and mobile have one each, because a code proves only where it was read.
create table otp_codes (
  guard_id uuid primary key references guards on delete cascade,
  code_hash text not null,
  tries smallint not null default 0,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  sms_code_hash text
);

create table sessions (
  id uuid primary key default gen_random_uuid(),
  guard_id uuid not null references guards on delete cascade,
  -- sha256 of the token, which is never stored
  token_hash bytea not null unique,
  device_token text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_seen_at timestamptz not null,
  ended_at timestamptz,
  -- For the guard's list of sessions: the device, and the network as coarsely as it is known.
  device text,
  network text,
  -- When the guard last proved in this session who they are: by a log-in, the password, a provider or a code.
  confirmed_at timestamptz,
  -- When a second factor last confirmed this session. Codes that such a session tries are counted for it alone.
  factor_confirmed_at timestamptz
);
create index sessions_of_guard on sessions (guard_id);

-- The code that confirms a session of a guard without a password; at most one for each session.
create table confirmation_codes (
  session_id uuid primary key references sessions on delete cascade,
  guard_id uuid not null references guards on delete cascade,
  code_hash text not null,
  tries integer not null default 0,
  sent_at timestamptz not null,
  expires_at timestamptz not null
);
create index confirmation_codes_of_guard on confirmation_codes (guard_id);

-- An authenticator app or a passkey. A row without `proven_at` waits for its first code.
create table second_factors (
  id uuid primary key default gen_random_uuid(),
  guard_id uuid not null references guards on delete cascade,
  kind text not null check (kind in ('totp', 'passkey')),
  label text not null,
  created_at timestamptz not null,
  proven_at timestamptz,
  last_used_at timestamptz,
  -- Of an app: its secret, encrypted under PORTAL_SECRET_KEYS, and the period of the newest accepted code.
  key_id text,
  secret_sealed bytea,
  last_period bigint not null default 0,
  -- Of a passkey.
  credential_id text unique,
  public_key bytea,
  counter bigint not null default 0,
  transports text[] not null default '{}',
  check (kind <> 'totp' or (key_id is not null and secret_sealed is not null)),
  check (kind <> 'passkey' or (credential_id is not null and public_key is not null and proven_at is not null))
);
create index second_factors_of_guard on second_factors (guard_id);
create unique index second_factors_one_waiting on second_factors (guard_id) where proven_at is null;
create index second_factors_by_key on second_factors (key_id, guard_id);

-- The challenge that a passkey answers; at most one for each session, used once.
create table passkey_challenges (
  session_id uuid primary key references sessions on delete cascade,
  guard_id uuid not null references guards on delete cascade,
  challenge text not null,
  purpose text not null check (purpose in ('add', 'confirm')),
  expires_at timestamptz not null
);
create index passkey_challenges_of_guard on passkey_challenges (guard_id);

-- Keyed hashes of what a provider log-in used once: its ID token and the challenge of the browser.
create table used_identity_proofs (
  hash bytea primary key,
  expires_at timestamptz not null
);
create index used_identity_proofs_over on used_identity_proofs (expires_at);

-- Links to choose a new password, used once. They name an address and no guard: a foreign key would lock the guard's row, so a known address
-- would take longer than an unknown one.
create table password_resets (
  -- sha256 of the token in the link
  token_hash bytea primary key,
  expires_at timestamptz not null,
  email text not null
);
create index password_resets_of_email on password_resets (email);

-- A new e-mail address or mobile number waits here for the code that was sent to it; one of each kind for each guard.
create table contact_changes (
  guard_id uuid not null references guards on delete cascade,
  kind text not null check (kind in ('email', 'mobile')),
  value text not null,
  code_hash text not null,
  tries integer not null default 0,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (guard_id, kind)
);

-- == Calls

-- A guard's write and its reply. A repeat of the key gets the same reply.
create table idempotency_keys (
  guard_id uuid not null references guards on delete cascade,
  endpoint text not null,
  key text not null,
  -- A keyed fingerprint, and the id of its secret key: after that key is retired, repeats still get their replies.
  input_hash bytea not null,
  reply jsonb,
  created_at timestamptz not null,
  key_id text,
  primary key (guard_id, endpoint, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

create table rate_limits (
  bucket text not null,
  -- sha256 of the account or address: the table holds no personal data
  subject bytea not null,
  count integer not null,
  resets_at timestamptz not null,
  primary key (bucket, subject)
);

-- A notification of the database holds at most 8,000 bytes. The processes exchange larger events here.
create table socket_io_attachments (
  id bigserial primary key,
  created_at timestamptz default now(),
  payload bytea
);

-- == Files and messages

create table media (
  -- Unguessable, and the name of the file in the media folder.
  filename text primary key,
  -- Only this guard may see the file. Null: everyone who knows the name.
  owner_id uuid references guards on delete cascade,
  content_type text not null,
  bytes integer not null,
  created_at timestamptz not null,
  -- Each file of a guard is encrypted with its own data key, which is encrypted under PORTAL_SECRET_KEYS.
  key_id text,
  key_sealed bytea,
  is_sealed boolean not null default false
);
alter table media add constraint media_sealed_with_key check (not is_sealed or (key_id is not null and key_sealed is not null)) not valid;
create index media_of_owner on media (owner_id);
create index media_by_key on media (is_sealed, key_id, owner_id);

-- E-mails and SMS.
create table outgoing_messages (
  id uuid primary key default gen_random_uuid(),
  channel text not null check (channel in ('mail', 'sms')),
  recipient text not null,
  subject text not null,
  body text not null,
  created_at timestamptz not null,
  -- kept: only the mailbox of a demonstration shows it.
  state text not null default 'kept' check (state in ('kept', 'queued', 'sent', 'dead')),
  -- It holds a code or a link. Its text is erased once it was sent or given up.
  is_secret boolean not null default false,
  -- Receiver of the receipt: a domain, and its row.
  about text,
  about_id uuid,
  tries integer not null default 0,
  tried_at timestamptz,
  -- Until then, by the clock of the database, no other process sends it.
  taken_until timestamptz,
  last_error text,
  -- When it was sent or given up.
  settled_at timestamptz,
  -- The guard to whom it belongs, so that a deletion of an account finds it. Null: a visitor's. No foreign key: a message may outlive its
  -- guard, and the check would lock the guard.
  guard_id uuid,
  -- Not used.
  is_refused boolean not null default false,
  -- When staff requeued it.
  asked_at timestamptz,
  -- The code by which the receiver's server or the provider refused it for good.
  refusal_code text,
  check ((about is null) = (about_id is null)),
  check ((state in ('sent', 'dead')) = (settled_at is not null))
);
create index outgoing_messages_to on outgoing_messages (recipient, created_at desc);
create index outgoing_messages_open on outgoing_messages (created_at desc) where state in ('queued', 'dead');
create index outgoing_messages_at on outgoing_messages (created_at);
create index outgoing_messages_guard on outgoing_messages (guard_id, id);
create index outgoing_messages_waiting on outgoing_messages (channel, coalesce(asked_at, created_at)) where state = 'queued';

create table notifications (
  id uuid primary key default gen_random_uuid(),
  guard_id uuid not null references guards on delete cascade,
  title text not null,
  description text not null default '',
  created_at timestamptz not null,
  -- When the guard opened it, or marked all as read.
  read_at timestamptz,
  -- A path of the portal.
  link text check (link ~ '^/[^/\\]' or link = '/'),
  -- Whether open pages show it as a toast. A page that connects again gets the toasts that it missed.
  is_toast boolean not null default false
);
create index notifications_of_guard on notifications (guard_id, created_at desc, id);
create index notifications_unread on notifications (guard_id) where read_at is null;

-- Push messages that wait for the provider, one row for each device. A row is deleted once the provider took it or it is out of date.
create table push_messages (
  id uuid primary key default gen_random_uuid(),
  notification_id uuid not null references notifications on delete cascade,
  device_token text not null,
  title text not null,
  body text not null,
  link text,
  created_at timestamptz not null,
  not_before timestamptz not null,
  tries integer not null default 0
);
create index push_messages_due on push_messages (not_before);
create index push_messages_made on push_messages (created_at);

-- == Jobs

create table customers (
  id uuid primary key default gen_random_uuid(),
  register_as text not null check (register_as in ('Business', 'Incorporation', 'Individual')),
  first_name text not null,
  last_name text not null,
  business_name text,
  created_at timestamptz not null default now(),
  check (register_as = 'Individual' or business_name is not null)
);

create table locations (
  id uuid primary key default gen_random_uuid(),
  location_name text not null,
  city text not null,
  lat double precision not null check (lat between -90 and 90),
  long double precision not null check (long between -180 and 180),
  time_zone text not null check (time_zone = any (array['America/Toronto'::text, 'America/Winnipeg'::text, 'America/Atikokan'::text]))
);

-- West of 90 degrees west Ontario is on Central time, except a few places that keep Eastern standard time all year.
create function site_zone(lat double precision, long double precision) returns text immutable language sql as $$
  select case
    -- Atikokan; Pickle Lake and New Osnaburgh
    when lat between 48.5 and 49.0 and long between -92.1 and -91.2 or lat between 51.1 and 51.7 and long between -90.6 and -89.9 then 'America/Atikokan'
    when long < -90 then 'America/Winnipeg'
    else 'America/Toronto' end
$$;
create function locations_zone() returns trigger language plpgsql as $$
begin
  new.time_zone := coalesce(new.time_zone, site_zone(new.lat, new.long));
  return new;
end $$;
create trigger locations_zone before insert on locations for each row execute function locations_zone();

create table jobs (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references customers,
  location_id uuid not null references locations,
  speciality_id uuid references specialities,
  title text not null,
  description text not null default '',
  job_type smallint not null check (job_type in (1, 2, 3)),
  -- Stored statuses only; 4, 6 and 7 are derived from the clock.
  status smallint not null default 0 check (status in (0, 1, 2, 3, 5)),
  hourly_rate numeric(8, 2) not null check (hourly_rate > 0),
  dress_code smallint not null check (dress_code in (1, 2, 3)),
  transportation smallint not null check (transportation in (1, 2, 3)),
  client_rating numeric(2, 1) not null default 0 check (client_rating between 0 and 5 and client_rating * 2 = trunc(client_rating * 2)),
  -- Copies of the location, so that a search reads one table.
  place text not null,
  lat double precision not null,
  long double precision not null,
  search_text text not null generated always as (lower(title || ' ' || description || ' ' || place)) stored,
  -- A trigger of applications counts. The check refuses a sixth.
  live_applications smallint not null default 0 check (live_applications between 0 and 5),
  is_test boolean not null default false,
  created_at timestamptz not null default now(),
  -- A copy of the location's.
  time_zone text not null default 'America/Toronto',
  -- The phone number at the site, for the guards of the job's shifts.
  site_phone text check (site_phone ~ '^\d{10}$')
);
-- A search reads open jobs through the index that its filters make smallest.
create index jobs_open_text on jobs using gin (search_text gin_trgm_ops) with (fastupdate = off) where status = 1;
create index jobs_open_plain_text on jobs using gin (plain_text(search_text) gin_trgm_ops) with (fastupdate = off) where status = 1;
-- Around a place a search filters many jobs, from the index alone. live_applications is not included, because it changes with every application.
create index jobs_open_place on jobs (lat, long) include (hourly_rate, dress_code, transportation, client_rating, speciality_id, id) where status = 1;
create index jobs_open_rate on jobs (hourly_rate, id) where status = 1;
create index jobs_open_speciality on jobs (speciality_id) where status = 1;
create index jobs_open_newest on jobs (created_at desc, id) where status = 1;
create index jobs_of_customer on jobs (customer_id);

create function jobs_zone() returns trigger language plpgsql as $$
begin
  new.time_zone := (select time_zone from locations where id = new.location_id);
  return new;
end $$;
create trigger jobs_zone before insert or update of location_id on jobs for each row execute function jobs_zone();

-- Great-circle kilometres; null if a point is missing, which least() alone would ignore.
create function distance_km(lat1 double precision, long1 double precision, lat2 double precision, long2 double precision)
returns double precision language sql immutable parallel safe return
  case when lat1 + long1 + lat2 + long2 is not null then
    12742 * asin(least(1, sqrt(
      power(sin(radians(lat2 - lat1) / 2), 2) + cos(radians(lat1)) * cos(radians(lat2)) * power(sin(radians(long2 - long1) / 2), 2)))) end;

-- Approved jobs with alerts to send. Guards are alerted in the order of their ids. `after_guard` is the last alerted guard; the transaction of the
-- alerts moves it, so no guard is alerted twice or left out.
create table job_announcements (
  job_id uuid primary key references jobs on delete cascade,
  queued_at timestamptz not null,
  after_guard uuid
);
create index job_announcements_queued on job_announcements (queued_at);

-- A site's own date and times are stored as entered. Instants follow from them by the clocks of the site.
create table shifts (
  id uuid primary key default gen_random_uuid(),
  job_id uuid not null references jobs on delete cascade,
  shift_date date not null,
  start_time time(0) not null,
  end_time time(0) not null,
  -- Not used: a shift has the hourly rate of its job.
  customer_rate numeric(8, 2) not null check (customer_rate > 0),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  start_hour smallint not null generated always as (extract(hour from start_time)::smallint) stored,
  -- Start of the job's shift before this one: at any instant t a job's next shift is its one row with previous_start <= t < starts_at.
  previous_start timestamptz not null default '-infinity',
  -- The number of changes: calendars take the higher one (RFC 5545 SEQUENCE).
  sequence integer not null default 0,
  -- Checked at the end of a statement, so that a job's days can move together.
  constraint shifts_job_id_shift_date_key unique (job_id, shift_date) deferrable initially immediate,
  unique (id, job_id)
);
create index shifts_to_come on shifts (starts_at, id) include (job_id, previous_start, start_hour);
create index shifts_of_job on shifts (job_id, starts_at);

-- Not used.
create function shift_end(day date, starts time, ends time) returns timestamptz immutable language sql as $$
  select case when ends > starts and (day + ends) at time zone 'America/Toronto' <= (day + starts) at time zone 'America/Toronto'
    then ((day + starts) at time zone 'America/Toronto' at time zone 'UTC' + (ends - starts)) at time zone 'UTC'
    else ((case when ends <= starts then day + 1 else day end) + ends) at time zone 'America/Toronto' end
$$;
-- An end at or before the start is on the next day. A start that the clocks skip moves forward, and its end with it: a shift lasts as long as
-- its times state. A time that the clocks repeat is standard time.
create function shift_end(day date, starts time, ends time, zone text) returns timestamptz immutable language sql as $$
  select case when (day + starts) at time zone zone at time zone zone <> day + starts
    then ((day + starts) at time zone zone at time zone 'UTC' + (ends - starts) + case when ends <= starts then interval '24 hours' else interval '0' end)
      at time zone 'UTC'
    else ((case when ends <= starts then day + 1 else day end) + ends) at time zone zone end
$$;
create function shifts_end() returns trigger language plpgsql as $$
declare
  zone text := (select time_zone from jobs where id = new.job_id);
begin
  new.starts_at := (new.shift_date + new.start_time) at time zone zone;
  new.ends_at := shift_end(new.shift_date, new.start_time, new.end_time, zone);
  return new;
end $$;
create trigger shifts_end before insert or update of shift_date, start_time, end_time, starts_at, ends_at on shifts
  for each row execute function shifts_end();

create function shifts_rate() returns trigger language plpgsql as $$
begin
  new.customer_rate := (select hourly_rate from jobs where id = new.job_id);
  return new;
end $$;
create trigger shifts_rate before insert or update of customer_rate on shifts for each row execute function shifts_rate();

-- Sets previous_start of each job's shifts. To be called after shifts were added, moved or deleted.
create function chain_shifts(jobs uuid[]) returns void language sql as $$
  update shifts set previous_start = chained.previous
  from (
    select id, coalesce(lag(starts_at) over (partition by job_id order by starts_at), '-infinity') as previous
    from shifts where job_id = any (jobs)
  ) chained
  where chained.id = shifts.id and shifts.previous_start is distinct from chained.previous;
$$;

-- Pay of a guard for a shift: decimal dollars, cents rounded half up. Breaks are paid; time outside the schedule is not.
create function shift_pay(rate numeric, starts timestamptz, ends timestamptz, started timestamptz, ended timestamptz)
returns numeric language sql immutable parallel safe return
  round(rate * greatest(0, extract(epoch from least(ended, ends) - greatest(started, starts))) / 3600, 2);

create function shift_hours(starts timestamptz, ends timestamptz)
returns numeric language sql immutable parallel safe return
  round(extract(epoch from ends - starts) / 3600, 2);

-- == Applications

-- Why a guard withdraws an application.
create table cancellation_reasons (
  id uuid primary key,
  position smallint not null unique,
  name text not null unique
);
insert into cancellation_reasons (id, position, name) values
  ('5f0c1d1e-6a52-4a0b-9a58-0d4f1b8f7a01', 1, 'I am no longer available'),
  ('5f0c1d1e-6a52-4a0b-9a58-0d4f1b8f7a02', 2, 'I took another job'),
  ('5f0c1d1e-6a52-4a0b-9a58-0d4f1b8f7a03', 3, 'It is too far away'),
  ('5f0c1d1e-6a52-4a0b-9a58-0d4f1b8f7a04', 4, 'I applied by mistake'),
  ('5f0c1d1e-6a52-4a0b-9a58-0d4f1b8f7a05', 5, 'Another reason');

create table applications (
  id uuid primary key default gen_random_uuid(),
  job_id uuid not null references jobs on delete cascade,
  guard_id uuid not null references guards on delete cascade,
  shift_id uuid not null,
  state text not null default 'applied' check (state in ('applied', 'awarded', 'withdrawn', 'refused')),
  created_at timestamptz not null,
  reason_id uuid references cancellation_reasons,
  comment text,
  withdrawn_at timestamptz,
  awarded_at timestamptz,
  refused_at timestamptz,
  refusal_reason text,
  foreign key (shift_id, job_id) references shifts (id, job_id) on delete cascade,
  constraint applications_withdrawn_for_a_reason check (reason_id is null or (state = 'withdrawn' and withdrawn_at is not null)),
  constraint applications_refused_for_a_reason check (refusal_reason is null or refused_at is not null)
);
create unique index applications_one_live on applications (job_id, guard_id) where state in ('applied', 'awarded');
create index applications_of_guard on applications (guard_id, job_id);
create index applications_by_guard_newest on applications (guard_id, created_at desc, id);

create function applications_count_live() returns trigger language plpgsql as $$
declare
  before integer := case when tg_op <> 'INSERT' and old.state in ('applied', 'awarded') then 1 else 0 end;
  after integer := case when tg_op <> 'DELETE' and new.state in ('applied', 'awarded') then 1 else 0 end;
begin
  if before <> after then
    update jobs set live_applications = live_applications + after - before where id = coalesce(new.job_id, old.job_id);
  end if;
  return null;
end $$;
create trigger applications_count_live after insert or update of state or delete on applications
  for each row execute function applications_count_live();

-- == Work on a shift

create table end_job_reasons (
  id uuid primary key,
  position smallint not null unique,
  name text not null unique
);
insert into end_job_reasons (id, position, name) values
  ('5f0c1d1e-6a52-4a0b-9a58-0d4f1b8fe001', 1, 'The shift is complete'),
  ('5f0c1d1e-6a52-4a0b-9a58-0d4f1b8fe002', 2, 'Another guard took over'),
  ('5f0c1d1e-6a52-4a0b-9a58-0d4f1b8fe003', 3, 'The client sent me home early'),
  ('5f0c1d1e-6a52-4a0b-9a58-0d4f1b8fe004', 4, 'I do not feel well'),
  ('5f0c1d1e-6a52-4a0b-9a58-0d4f1b8fe005', 5, 'Personal emergency'),
  ('5f0c1d1e-6a52-4a0b-9a58-0d4f1b8fe006', 6, 'The site is not safe'),
  ('5f0c1d1e-6a52-4a0b-9a58-0d4f1b8fe007', 7, 'Another reason');

-- Each act has the instant that counts and, in `…_received_at`, the instant at which the server received it: it may have waited on the phone.
create table assignments (
  id uuid primary key default gen_random_uuid(),
  guard_id uuid not null references guards on delete cascade,
  job_id uuid not null,
  shift_id uuid not null,
  -- A revoked award keeps its row, with the arrival, the SOS and the leave that belong to it.
  state text not null default 'awarded' constraint assignments_state_check
    check (state in ('awarded', 'leave-requested', 'on-leave', 'arrived', 'running', 'on-break', 'ended', 'missed', 'taken-back')),
  started_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null,
  arrived_at timestamptz,
  arrived_received_at timestamptz,
  arrived_lat double precision check (arrived_lat between -90 and 90),
  arrived_long double precision check (arrived_long between -180 and 180),
  -- Metres, from the phone.
  arrived_accuracy double precision check (arrived_accuracy >= 0),
  -- Metres to the site.
  arrived_distance double precision check (arrived_distance >= 0),
  started_received_at timestamptz,
  ended_received_at timestamptz,
  ended_by_staff boolean not null default false,
  end_reason_id uuid references end_job_reasons,
  shift_end_comment text not null default '',
  -- The guard's stars for the client.
  client_rating numeric(2, 1) check (client_rating between 1 and 5 and client_rating * 2 = trunc(client_rating * 2)),
  -- A copy of the shift's time, which the triggers below maintain. Null: of a cancelled job, which blocks no other award.
  during tstzrange,
  taken_back_at timestamptz,
  -- From when a guard is paid who starts early, as dispatch confirmed it. Null: from the scheduled start.
  paid_from timestamptz,
  unique (guard_id, shift_id),
  foreign key (shift_id, job_id) references shifts (id, job_id) on delete cascade,
  check (state not in ('running', 'on-break', 'ended') or started_at is not null),
  check ((state = 'ended') = (ended_at is not null)),
  check (ended_at >= started_at),
  constraint assignments_arrived check (state <> 'arrived' or arrived_at is not null),
  constraint assignments_arrival_place check ((arrived_lat is null) = (arrived_long is null) and (arrived_at is not null or arrived_lat is null)),
  constraint assignments_arrival_first check (arrived_at <= started_at),
  constraint assignments_end_words check (
    state = 'ended' or (end_reason_id is null and shift_end_comment = '' and client_rating is null and not ended_by_staff)),
  constraint assignments_taken_back check ((state = 'taken-back') = (taken_back_at is not null)),
  -- A guard is in one place at a time. A statement that moves many shifts defers this.
  constraint assignments_one_place exclude using gist (guard_id with =, during with &&)
    where (state in ('awarded', 'leave-requested', 'arrived', 'running', 'on-break')) deferrable initially immediate
);
create index assignments_of_guard on assignments (guard_id, job_id);
create index assignments_of_shift on assignments (shift_id);
create index assignments_of_job on assignments (job_id);
create index assignments_open on assignments (state) where state in ('awarded', 'arrived', 'running', 'on-break');

-- The assignments that guards hold. Every query reads this view, except those about the past. `create or replace view` adds a later column.
create view held_assignments as select * from assignments where state <> 'taken-back';

create function assignments_during() returns trigger language plpgsql as $$
begin
  new.during := (select tstzrange(s.starts_at, s.ends_at) from shifts s join jobs j on j.id = s.job_id
    where s.id = new.shift_id and j.status not in (2, 3));
  return new;
end $$;
create trigger assignments_during before insert or update of shift_id on assignments
  for each row execute function assignments_during();

-- A confirmed earlier start ends when its shift's start moves. A moved end leaves it.
create function assignments_follow_shift() returns trigger language plpgsql as $$
begin
  update assignments set during = tstzrange(new.starts_at, new.ends_at) where shift_id = new.id and during is not null;
  update assignments set paid_from = null where shift_id = new.id and paid_from is not null and new.starts_at is distinct from old.starts_at;
  return null;
end $$;
-- For all columns, because a trigger for certain columns does not see what another trigger changes.
create trigger assignments_follow_shift after update on shifts
  for each row when (old.starts_at is distinct from new.starts_at or old.ends_at is distinct from new.ends_at)
  execute function assignments_follow_shift();

create function assignments_follow_job() returns trigger language plpgsql as $$
begin
  update assignments set during = null where job_id = new.id;
  return null;
end $$;
create trigger assignments_follow_job after update of status on jobs
  for each row when (new.status in (2, 3)) execute function assignments_follow_job();

create table leaves (
  id uuid primary key default gen_random_uuid(),
  guard_id uuid not null,
  shift_id uuid not null,
  leave_title smallint not null check (leave_title in (1, 2, 3)),
  leave_description text,
  -- 0 requested, 1 approved, 2 refused
  status smallint not null default 0 check (status in (0, 1, 2)),
  created_at timestamptz not null,
  decided_at timestamptz,
  unique (guard_id, shift_id),
  foreign key (guard_id, shift_id) references assignments (guard_id, shift_id) on delete cascade,
  check ((leave_title = 3) = (leave_description is not null and leave_description <> '')),
  check ((status = 0) = (decided_at is null))
);

create table break_reasons (
  id uuid primary key,
  position smallint not null unique,
  name text not null unique
);
insert into break_reasons (id, position, name) values
  ('5f0c1d1e-6a52-4a0b-9a58-0d4f1b8fb001', 1, 'Meal'),
  ('5f0c1d1e-6a52-4a0b-9a58-0d4f1b8fb002', 2, 'Rest'),
  ('5f0c1d1e-6a52-4a0b-9a58-0d4f1b8fb003', 3, 'Washroom'),
  ('5f0c1d1e-6a52-4a0b-9a58-0d4f1b8fb004', 4, 'Phone call'),
  ('5f0c1d1e-6a52-4a0b-9a58-0d4f1b8fb005', 5, 'Prayer'),
  ('5f0c1d1e-6a52-4a0b-9a58-0d4f1b8fb006', 6, 'Another reason');

create table breaks (
  id uuid primary key default gen_random_uuid(),
  assignment_id uuid not null references assignments on delete cascade,
  reason_id uuid not null references break_reasons,
  description text not null check (description <> ''),
  started_at timestamptz not null,
  started_received_at timestamptz not null,
  ended_at timestamptz,
  ended_received_at timestamptz,
  check (ended_at >= started_at),
  check ((ended_at is null) = (ended_received_at is null))
);
create index breaks_of_assignment on breaks (assignment_id, started_at);
create unique index breaks_one_running on breaks (assignment_id) where ended_at is null;

-- A break lies within its shift, overlaps no other, and runs exactly while the shift is on a break. Checked at the end of the transaction.
create function breaks_fit(which uuid) returns void language plpgsql as $$
begin
  if exists (
    select from assignments a
    where a.id = which and (
      (a.state = 'on-break') <> exists (select from breaks b where b.assignment_id = which and b.ended_at is null)
      or exists (
        select from breaks b where b.assignment_id = which
          and (a.started_at is null or b.started_at < a.started_at or coalesce(b.ended_at, b.started_at) > a.ended_at))
      or exists (
        select from breaks b join breaks other on other.assignment_id = which and other.id <> b.id
        where b.assignment_id = which and b.started_at >= other.started_at and b.started_at < coalesce(other.ended_at, 'infinity')
          and b.ended_at is distinct from b.started_at)))
  then
    raise exception 'A break does not fit its shift' using errcode = 'check_violation';
  end if;
end $$;

create function breaks_fit_break() returns trigger language plpgsql as $$
begin
  perform breaks_fit(new.assignment_id);
  return null;
end $$;
create constraint trigger breaks_fit after insert or update on breaks deferrable initially deferred
  for each row execute function breaks_fit_break();

create function breaks_fit_assignment() returns trigger language plpgsql as $$
begin
  perform breaks_fit(new.id);
  return null;
end $$;
create constraint trigger breaks_fit after update of state, started_at, ended_at on assignments deferrable initially deferred
  for each row when (old.state = 'on-break' or new.state in ('on-break', 'ended')) execute function breaks_fit_assignment();

-- == SOS

create table sos_alerts (
  id uuid primary key default gen_random_uuid(),
  assignment_id uuid not null references assignments on delete cascade,
  -- When the guard pressed.
  raised_at timestamptz not null,
  received_at timestamptz not null,
  lat double precision check (lat between -90 and 90),
  long double precision check (long between -180 and 180),
  accuracy double precision check (accuracy >= 0),
  acknowledged_at timestamptz,
  ended_at timestamptz,
  -- The first receipt: a mail or SMS server of the team has the message.
  reached_at timestamptz,
  escalated_at timestamptz,
  escalations integer not null default 0,
  -- The name of the dispatcher. Null: not acknowledged, or without a key of staff.
  acknowledged_by text,
  check ((lat is null) = (long is null)),
  check (ended_at >= raised_at)
);
create index sos_of_assignment on sos_alerts (assignment_id, raised_at);
create unique index sos_one_active on sos_alerts (assignment_id) where ended_at is null;
create index sos_waiting on sos_alerts (received_at desc) where ended_at is null or acknowledged_at is null;
create index sos_alerts_unanswered on sos_alerts (received_at) where acknowledged_at is null and ended_at is null;

-- Each row is one report of an SOS to the dispatchers or to the job's chat. It is stored with the SOS, and carried out after the commit.
create table sos_notices (
  -- In the order of the reports: ids of one shift are given while its job is locked.
  id bigint generated by default as identity primary key,
  sos_id uuid not null references sos_alerts on delete cascade,
  kind text not null check (kind in ('call', 'again', 'place', 'unanswered', 'over')),
  receiver text not null check (receiver in ('team', 'chat')),
  noted_at timestamptz not null,
  due_at timestamptz not null,
  -- A delayed one: a newer call for help on the same shift takes its place.
  is_droppable boolean not null,
  done_at timestamptz,
  is_dropped boolean not null default false,
  check (due_at >= noted_at),
  check (not is_dropped or (is_droppable and done_at is not null))
);
create index sos_notices_open on sos_notices (due_at) where done_at is null;
create index sos_notices_of_sos on sos_notices (sos_id, id);

-- A signed link by which one dispatcher acknowledges one SOS, once. The link names its row.
create table sos_links (
  id uuid primary key default gen_random_uuid(),
  sos_id uuid not null references sos_alerts on delete cascade,
  -- Not used.
  token_hash bytea unique,
  -- The contact that the link was sent to, and the name that the guard reads.
  recipient text not null,
  name text not null check (name <> ''),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  check (expires_at > created_at)
);
create index sos_links_of_sos on sos_links (sos_id);

-- == E-notes, chat, tickets, injuries

-- What guards note on their jobs: text or a recording, with a picture and a place.
create table e_notes (
  id uuid primary key default gen_random_uuid(),
  job_id uuid not null references jobs on delete cascade,
  guard_id uuid not null references guards on delete cascade,
  -- The shift in which it happened.
  shift_id uuid,
  -- 1 text, 2 audio
  type smallint not null check (type in (1, 2)),
  title text not null check (title <> '' and length(title) <= 160),
  description text not null check (description <> '' and length(description) <= 2000),
  -- UTC, as entered.
  event_time time(0) not null,
  -- When it happened by the guard's clock, as far as that is plausible; `created_at` is when the server received it.
  at timestamptz not null,
  created_at timestamptz not null,
  -- Names of files in `media`.
  recording text,
  -- Counted from its packets.
  seconds double precision check (seconds > 0),
  bytes integer check (bytes > 0),
  photo text,
  lat double precision check (lat between -90 and 90),
  long double precision check (long between -180 and 180),
  -- Metres, from the phone.
  accuracy double precision check (accuracy >= 0),
  foreign key (shift_id, job_id) references shifts (id, job_id) on delete set null (shift_id),
  check ((type = 2) = (recording is not null)),
  check ((recording is null) = (seconds is null) and (recording is null) = (bytes is null)),
  check ((lat is null) = (long is null) and (lat is not null or accuracy is null)),
  check (at <= created_at)
);
create index e_notes_of_job on e_notes (job_id, created_at desc, id);
create index e_notes_of_shift on e_notes (shift_id, at);
create index e_notes_of_guard on e_notes (guard_id);
create index e_notes_recording on e_notes (recording) where recording is not null;
create index e_notes_photo on e_notes (photo) where photo is not null;

-- One room for each job with an award. Each writer locks its row, so that stamps grow in the order of the commits: a page that reads on from
-- its last message misses nothing.
create table chat_rooms (
  id uuid primary key default gen_random_uuid(),
  job_id uuid not null unique references jobs on delete cascade,
  -- Stamp of its last message.
  last_at timestamptz not null,
  closed_at timestamptz,
  created_at timestamptz not null
);

create table chat_participants (
  room_id uuid not null references chat_rooms on delete cascade,
  guard_id uuid not null references guards on delete cascade,
  joined_at timestamptz not null,
  -- They may read messages up to this stamp.
  left_at timestamptz,
  -- Stamps of messages: all up to these reached their device, and were seen.
  delivered_at timestamptz,
  read_at timestamptz,
  -- Stamp of the first message that they have not seen, and when they were alerted because of it.
  unread_since timestamptz,
  told_at timestamptz,
  primary key (room_id, guard_id)
);
create index chat_participants_of_guard on chat_participants (guard_id);
create index chat_participants_to_tell on chat_participants (unread_since) where told_at is null;

create table chat_messages (
  id uuid primary key default gen_random_uuid(),
  room_id uuid not null references chat_rooms on delete cascade,
  sender_type text not null check (sender_type in ('guard', 'staff', 'system')),
  -- Who wrote it, or whom the system's message is about.
  guard_id uuid references guards on delete cascade,
  client_id uuid,
  message text not null check (char_length(message) between 1 and 4000),
  -- A guard joined or left: it never counts as unread.
  is_quiet boolean not null default false,
  sent_at timestamptz not null,
  unique (guard_id, client_id),
  check (sender_type <> 'guard' or (guard_id is not null and client_id is not null))
);
create unique index chat_messages_in_order on chat_messages (room_id, sent_at desc, id desc);

create table tickets (
  id uuid primary key default gen_random_uuid(),
  guard_id uuid not null references guards on delete cascade,
  -- A ticket about the profile, the payout or another subject may have no job.
  job_id uuid references jobs on delete cascade,
  ticket_type smallint not null check (ticket_type between 0 and 5),
  ticket_title text not null check (ticket_title <> ''),
  description text not null check (description <> ''),
  -- Stored names, in the order of the guard.
  images text[] not null,
  created_at timestamptz not null,
  -- The guard's names of the images, in the same order.
  image_names text[] not null default '{}',
  -- The appeal of a rating is a ticket of type 5 without images.
  constraint tickets_images_check check (cardinality(images) between case when ticket_type = 5 then 0 else 1 end and 69),
  constraint tickets_check check (cardinality(image_names) in (0, cardinality(images))),
  constraint tickets_job_check check (job_id is not null or ticket_type >= 3)
);
create index tickets_of_guard on tickets (guard_id, created_at desc, id);
create index tickets_of_job on tickets (job_id);

create table ticket_responses (
  id uuid primary key default gen_random_uuid(),
  ticket_id uuid not null references tickets on delete cascade,
  response text not null check (response <> ''),
  created_at timestamptz not null
);
create index ticket_responses_of_ticket on ticket_responses (ticket_id, created_at);

create table injury_types (
  name text primary key check (name <> ''),
  position smallint not null unique
);
insert into injury_types (name, position) values
  ('Slip, Trip or Fall', 1),
  ('Assaulted by a Person', 2),
  ('Struck by a Vehicle', 3),
  ('Struck by an Object', 4),
  ('Cut or Puncture', 5),
  ('Strain or Sprain', 6),
  ('Burn or Electric Shock', 7),
  ('Animal Bite', 8),
  ('Heat or Cold', 9),
  ('Other Injury', 10);

create table injuries (
  id uuid primary key default gen_random_uuid(),
  guard_id uuid not null references guards on delete cascade,
  job_id uuid not null references jobs on delete cascade,
  -- The name of a type, which may have been removed since.
  title text not null check (title <> ''),
  description text not null check (description <> ''),
  -- Stored names, in the order of the guard.
  files text[] not null check (cardinality(files) between 1 and 10),
  created_at timestamptz not null
);
create index injuries_of_guard on injuries (guard_id, created_at desc, id);
create index injuries_of_job on injuries (job_id);

create table injury_responses (
  id uuid primary key default gen_random_uuid(),
  injury_id uuid not null references injuries on delete cascade,
  title text not null check (title <> ''),
  description text not null check (description <> ''),
  created_at timestamptz not null
);
create index injury_responses_of_injury on injury_responses (injury_id, created_at);

-- == Ratings and money

-- A customer's rating of a guard's shift.
create table ratings (
  id uuid primary key default gen_random_uuid(),
  guard_id uuid not null references guards on delete cascade,
  job_id uuid not null references jobs on delete cascade,
  shift_id uuid not null references shifts on delete cascade,
  rating numeric(2, 1) not null check (rating between 0.5 and 5 and rating * 2 = trunc(rating * 2)),
  description text not null default '',
  created_at timestamptz not null,
  -- The guard appealed once, by this ticket.
  appeal_ticket_id uuid unique references tickets on delete set null,
  appealed_at timestamptz,
  unique (guard_id, shift_id),
  constraint appealed_with_ticket check (appeal_ticket_id is null or appealed_at is not null)
);

-- Amounts that guards ask to be paid. Until it is refused, the amount is not in the wallet; once it is paid, it is also a transaction.
create table withdrawals (
  id uuid primary key default gen_random_uuid(),
  guard_id uuid not null references guards on delete cascade,
  amount numeric(12, 2) not null check (amount > 0),
  status text not null default 'requested' check (status in ('requested', 'in-process', 'paid', 'refused')),
  reason text,
  created_at timestamptz not null,
  processed_at timestamptz,
  closed_at timestamptz,
  check ((status = 'refused') = (reason is not null)),
  check (status not in ('in-process', 'paid') or processed_at is not null),
  check ((status in ('paid', 'refused')) = (closed_at is not null))
);
create unique index withdrawals_one_open on withdrawals (guard_id) where status in ('requested', 'in-process');
create index withdrawals_of_guard on withdrawals (guard_id, created_at desc, id);

create table transactions (
  id uuid primary key default gen_random_uuid(),
  guard_id uuid not null references guards on delete cascade,
  job_id uuid references jobs on delete set null,
  -- Unique: a shift is credited once, and a withdrawal is paid once.
  assignment_id uuid unique references assignments on delete set null,
  kind text not null check (kind in ('credit', 'debit', 'bank-deposit', 'withdrawn')),
  amount numeric(12, 2) not null check (amount > 0),
  created_at timestamptz not null,
  withdrawal_id uuid unique references withdrawals on delete set null,
  -- An earning is booked on the day of the site.
  time_zone text not null default 'America/Toronto'
);
create index transactions_of_guard on transactions (guard_id, created_at desc, id);
create index transactions_of_job on transactions (job_id, guard_id);

create function transactions_zone() returns trigger language plpgsql as $$
begin
  if new.job_id is not null then
    new.time_zone := (select time_zone from jobs where id = new.job_id);
  end if;
  return new;
end $$;
create trigger transactions_zone before insert on transactions for each row execute function transactions_zone();

-- == Privacy

-- A guard's requests for a copy of their data.
create table exports (
  id uuid primary key default gen_random_uuid(),
  guard_id uuid not null references guards on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'working', 'done', 'failed')),
  progress smallint not null default 0 check (progress between 0 and 100),
  tries smallint not null default 0,
  asked_at timestamptz not null,
  -- The process that works on it, and until when no other one takes it over.
  worker uuid,
  lease_until timestamptz,
  finished_at timestamptz,
  bytes bigint,
  expires_at timestamptz,
  -- Signs its link.
  secret text not null,
  check ((state = 'working') = (worker is not null and lease_until is not null)),
  check ((state = 'done') = (bytes is not null and expires_at is not null and finished_at is not null))
);
create unique index exports_one_open on exports (guard_id) where state in ('waiting', 'working');
create index exports_of_guard on exports (guard_id, asked_at desc);

create table deletion_requests (
  id uuid primary key default gen_random_uuid(),
  guard_id uuid not null references guards on delete cascade,
  asked_at timestamptz not null,
  take_back_until timestamptz not null,
  taken_back_at timestamptz,
  carried_out_at timestamptz,
  -- Stored as long as the pay records.
  kept_name text,
  kept_until date,
  check (taken_back_at is null or carried_out_at is null),
  check ((carried_out_at is null) = (kept_until is null))
);
create unique index deletion_requests_one on deletion_requests (guard_id) where taken_back_at is null;
create index deletion_requests_kept on deletion_requests (kept_until) where kept_until is not null;

-- == Public pages

create table static_pages (
  type text primary key check (type in ('privacy', 'terms', 'guardAgreement')),
  description text not null,
  updated_at timestamptz not null default now()
);

-- Lists that staff write.
create table public_lists (
  name text primary key check (name in ('how-it-works', 'openings')),
  rows jsonb not null check (jsonb_typeof(rows) = 'array')
);

create table faq_groups (
  id uuid primary key default gen_random_uuid(),
  position integer not null,
  title text not null unique check (title <> '')
);

create table faq_questions (
  id uuid primary key default gen_random_uuid(),
  group_id uuid not null references faq_groups on delete cascade,
  position integer not null,
  question text not null check (question <> ''),
  answer text not null check (answer <> ''),
  unique (group_id, question)
);

create table newsletter_subscriptions (
  email text primary key,
  created_at timestamptz not null,
  consented_at timestamptz,
  -- The number of the wording that was agreed to.
  wording integer,
  -- The field that no person sees was filled in: no mail was sent.
  held boolean not null default false,
  unsubscribed_at timestamptz
);

-- Enquiries of Contact Us, Training and the sector pages.
create table enquiries (
  id uuid primary key default gen_random_uuid(),
  page_id text not null check (page_id <> ''),
  name text not null check (name <> ''),
  email text not null check (email <> ''),
  phone text not null check (phone ~ '^[0-9]{1,10}$'),
  query text not null check (query <> ''),
  created_at timestamptz not null,
  consented_at timestamptz,
  -- As of newsletter_subscriptions.
  held boolean not null default false
);
create index enquiries_latest on enquiries (created_at desc, id);

-- Applications for the company's own openings.
create table career_applications (
  id uuid primary key default gen_random_uuid(),
  name text not null check (name <> ''),
  email text not null check (email <> ''),
  phone text not null check (phone ~ '^[0-9]{1,10}$'),
  experience text,
  speciality text,
  details text,
  file_name text,
  file_type text check (file_type in ('application/pdf', 'image/jpeg', 'image/png', 'image/webp')),
  -- Not in the media folder, so that no call of a guard or a visitor can name it.
  file bytea,
  consented_at timestamptz not null,
  held boolean not null,
  created_at timestamptz not null,
  -- Not used.
  is_file_rendered boolean not null default false,
  check ((file is null) = (file_name is null) and (file is null) = (file_type is null))
);
create index career_applications_latest on career_applications (created_at desc, id);

-- == Staff

create table staff_keys (
  id uuid primary key default gen_random_uuid(),
  name text not null check (name <> ''),
  role text not null check (role in ('support', 'dispatcher', 'finance', 'ops')),
  -- A fast hash: a key of 256 random bits cannot be guessed, and a slow hash would delay each call.
  key_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  check (expires_at > created_at)
);

-- Who did what. A refused act leaves no row, because it did nothing; the log has it.
create table staff_acts (
  id bigint generated by default as identity primary key,
  at timestamptz not null,
  -- Null: the shared token of a demonstration, or a command with access to the database.
  key_id uuid references staff_keys,
  name text not null,
  role text,
  -- The id of the endpoint.
  act text not null,
  -- The ids that the call named.
  target jsonb not null,
  -- As in the log.
  reference text not null,
  -- The Idempotency-Key of a write: a repeat of it is not done again. Null: a read, or a call without a key.
  once_key text,
  -- A keyed fingerprint of the input, and the id of its secret key.
  input_hash bytea,
  input_key_id text
);
create index staff_acts_latest on staff_acts (at desc, id desc);
create index staff_acts_of_key on staff_acts (key_id, at desc);
create unique index staff_acts_once on staff_acts (name, act, once_key) where once_key is not null;

-- What an act changed, row by row: only the columns listed below, and of those only the ones that differ.
create table staff_changes (
  id bigint generated by default as identity primary key,
  act_id bigint not null references staff_acts,
  table_name text not null,
  row_key text,
  before jsonb,
  after jsonb
);
create index staff_changes_of_act on staff_changes (act_id, id);

create function refuse_rewriting() returns trigger language plpgsql as $$
begin
  raise exception '% is only added to', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger only_added_to before update or delete or truncate on staff_acts for each statement execute function refuse_rewriting();
create trigger only_added_to before update or delete or truncate on staff_changes for each statement execute function refuse_rewriting();

-- Stores one change of the act in progress. Arguments: the column that names the row, then the columns to store. One with a * is personal, and
-- only its last three characters are stored.
create function note_staff_change() returns trigger language plpgsql as $$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  now_is jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  kept_before jsonb := '{}';
  kept_after jsonb := '{}';
  argument text;
  name text;
begin
  foreach argument in array tg_argv[1:] loop
    name := rtrim(argument, '*');
    continue when was -> name is not distinct from now_is -> name;
    if name <> argument then
      kept_before := kept_before || jsonb_build_object(name, '…' || right(was ->> name, 3));
      kept_after := kept_after || jsonb_build_object(name, '…' || right(now_is ->> name, 3));
    else
      kept_before := kept_before || jsonb_build_object(name, was -> name);
      kept_after := kept_after || jsonb_build_object(name, now_is -> name);
    end if;
  end loop;
  if tg_op = 'UPDATE' and kept_after = '{}' then
    return null;
  end if;
  insert into staff_changes (act_id, table_name, row_key, before, after) values (
    current_setting('portal.staff_act')::bigint, tg_table_name, coalesce(now_is, was) ->> tg_argv[0],
    case when was is not null then kept_before end, case when now_is is not null then kept_after end);
  return null;
end $$;

-- Makes the audit store what staff change in a table: no secrets, and no free text. During an act of staff the API sets portal.staff_act to its
-- id, for one transaction; at all other times the trigger is not even called.
create function keep_staff_changes(which regclass, variadic columns text[]) returns void language plpgsql as $$
begin
  execute format(
    'create trigger staff_changes after insert or update or delete on %s for each row
       when (coalesce(current_setting(''portal.staff_act'', true), '''') <> '''') execute function note_staff_change(%s)',
    which, (select string_agg(quote_literal(one), ', ' order by place) from unnest(columns) with ordinality as listed (one, place)));
end $$;

select
  keep_staff_changes('staff_keys', 'id', 'name', 'role', 'expires_at', 'revoked_at'),
  keep_staff_changes('guards', 'id', 'status', 'is_license', 'license_number*', 'security_registration_expiry_date', 'want_topay'),
  keep_staff_changes('bank_details', 'guard_id', 'key_id'),
  keep_staff_changes('second_factors', 'id', 'kind'),
  keep_staff_changes('jobs', 'id', 'status', 'title', 'hourly_rate'),
  keep_staff_changes('shifts', 'id', 'job_id', 'shift_date', 'start_time', 'end_time', 'customer_rate'),
  keep_staff_changes('applications', 'id', 'job_id', 'guard_id', 'state'),
  keep_staff_changes('assignments', 'id', 'guard_id', 'shift_id', 'state', 'started_at', 'ended_at', 'ended_by_staff', 'paid_from'),
  keep_staff_changes('breaks', 'id', 'assignment_id', 'started_at', 'ended_at'),
  keep_staff_changes('leaves', 'id', 'guard_id', 'shift_id', 'status'),
  keep_staff_changes('transactions', 'id', 'guard_id', 'kind', 'amount'),
  keep_staff_changes('withdrawals', 'id', 'guard_id', 'amount', 'status'),
  keep_staff_changes('ratings', 'id', 'guard_id', 'shift_id', 'rating'),
  keep_staff_changes('sos_alerts', 'id', 'assignment_id', 'acknowledged_at', 'ended_at'),
  keep_staff_changes('ticket_responses', 'id', 'ticket_id'),
  keep_staff_changes('injury_responses', 'id', 'injury_id'),
  keep_staff_changes('chat_messages', 'id', 'room_id', 'sender_type'),
  keep_staff_changes('notifications', 'id', 'guard_id'),
  keep_staff_changes('newsletter_subscriptions', 'created_at', 'unsubscribed_at'),
  keep_staff_changes('deletion_requests', 'id', 'guard_id', 'carried_out_at', 'kept_until'),
  keep_staff_changes('static_pages', 'type', 'description'),
  keep_staff_changes('public_lists', 'name', 'rows'),
  keep_staff_changes('faq_groups', 'id', 'position', 'title'),
  keep_staff_changes('faq_questions', 'id', 'position', 'question', 'answer');

-- == Demonstration

-- When the demonstration data were written, so that they can move with the calendar.
create table seedings (
  seeded_at timestamptz not null
);
