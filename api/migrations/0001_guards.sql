-- Guards and what belongs to them. Columns carry the snake_case of the contract's names.

create table specialities (
  id uuid primary key default gen_random_uuid(),
  name text not null unique
);

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
  bank_transit_number text,
  bank_institution text,
  bank_account_number text,
  acc_holder_name text,
  want_topay smallint,
  paypal_id text,
  social_facebook_id text unique,
  social_gmail_id text unique,
  notification_settings jsonb not null default '{
    "newJob": {"isSMS": true, "isEmail": true, "isNotification": true},
    "chat": {"isSMS": true, "isEmail": true, "isNotification": true},
    "jobAward": {"isSMS": true, "isEmail": true, "isNotification": true},
    "jobCancel": {"isSMS": true, "isEmail": true, "isNotification": true},
    "isNotification": true}',
  -- made by a test: the staff commands may remove it again
  is_test boolean not null default false,
  created_at timestamptz not null default now(),
  check (not is_license or license_number is not null)
);
create unique index guards_email on guards (email);

create table identity_documents (
  id uuid primary key default gen_random_uuid(),
  guard_id uuid not null references guards on delete cascade,
  position smallint not null,
  id_type text not null,
  id_number text not null,
  id_proof text,
  file_name text,
  unique (guard_id, position)
);

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
