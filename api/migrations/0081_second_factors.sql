-- What a guard confirms a session with beside the password: an authenticator app or a passkey. A row without `proven_at` waits for its first code.
create table second_factors (
  id uuid primary key default gen_random_uuid(),
  guard_id uuid not null references guards on delete cascade,
  kind text not null check (kind in ('totp', 'passkey')),
  label text not null,
  created_at timestamptz not null,
  proven_at timestamptz,
  last_used_at timestamptz,
  -- Of an app: its secret, sealed under PORTAL_SECRET_KEYS, and the period of the newest accepted code.
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
