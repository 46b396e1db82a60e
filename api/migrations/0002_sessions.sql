-- Sessions, repeated writes, rate limits.

create table sessions (
  id uuid primary key default gen_random_uuid(),
  guard_id uuid not null references guards on delete cascade,
  -- sha256 of the token; the token itself is never stored
  token_hash bytea not null unique,
  device_token text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_seen_at timestamptz not null,
  ended_at timestamptz
);
create index sessions_of_guard on sessions (guard_id);

-- A guard's write that was carried out, and what was replied: a repeat of the key gets the same reply.
create table idempotency_keys (
  guard_id uuid not null references guards on delete cascade,
  endpoint text not null,
  key text not null,
  input_hash bytea not null,
  reply jsonb,
  created_at timestamptz not null,
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
