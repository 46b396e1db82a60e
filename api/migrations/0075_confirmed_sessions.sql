-- When the guard last proved in this session who they are: by a log-in, the password, a provider or a code.
alter table sessions add column confirmed_at timestamptz;

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
