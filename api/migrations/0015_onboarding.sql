-- Who registered, in which browser; what was agreed to; the code that proves e-mail and mobile number.

-- Came through the sign-up, whose mobile numbers are each other's only; staff and the seed may give a number to several.
alter table guards add column registered_at timestamptz;
create unique index guards_registered_mobile on guards (mobile_number) where registered_at is not null;

alter table guards add column is_submit_all_document boolean not null default false;
alter table guards add column is_individual_document boolean not null default false;
alter table guards add column is_promotional boolean not null default false;

create table registrations (
  -- sha256 of the cookie
  token_hash bytea primary key,
  guard_id uuid not null references guards on delete cascade,
  expires_at timestamptz not null
);
create index registrations_of_guard on registrations (guard_id);

-- Every wording that somebody agreed to, under its sha256.
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

create table otp_codes (
  guard_id uuid primary key references guards on delete cascade,
  code_hash text not null,
  tries smallint not null default 0,
  sent_at timestamptz not null,
  expires_at timestamptz not null
);
