-- What a guard asks about their own data: a copy of it, and its deletion.

create table exports (
  id uuid primary key default gen_random_uuid(),
  guard_id uuid not null references guards on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'working', 'done', 'failed')),
  progress smallint not null default 0 check (progress between 0 and 100),
  tries smallint not null default 0,
  asked_at timestamptz not null,
  -- whoever works on it, and until when nobody else takes it over
  worker uuid,
  lease_until timestamptz,
  finished_at timestamptz,
  bytes bigint,
  expires_at timestamptz,
  -- signs its link
  secret text not null,
  check ((state = 'working') = (worker is not null and lease_until is not null)),
  check ((state = 'done') = (bytes is not null and expires_at is not null and finished_at is not null))
);
-- one under way for each guard, also when fifty are asked for at once
create unique index exports_one_open on exports (guard_id) where state in ('waiting', 'working');
create index exports_of_guard on exports (guard_id, asked_at desc);

create table deletion_requests (
  id uuid primary key default gen_random_uuid(),
  guard_id uuid not null references guards on delete cascade,
  asked_at timestamptz not null,
  take_back_until timestamptz not null,
  taken_back_at timestamptz,
  carried_out_at timestamptz,
  -- beside the pay records, and gone with them
  kept_name text,
  kept_until date,
  check (taken_back_at is null or carried_out_at is null),
  check ((carried_out_at is null) = (kept_until is null))
);
create unique index deletion_requests_one on deletion_requests (guard_id) where taken_back_at is null;
create index deletion_requests_kept on deletion_requests (kept_until) where kept_until is not null;
