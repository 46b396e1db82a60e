-- A new e-mail address or mobile number waits here until the code that was sent to it is entered; one of each kind a guard.
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

-- False: the account was opened by a provider alone, and its password was made up. Such a guard must not lose the provider.
alter table guards add column has_password boolean not null default true;
