-- Each row is one report of an SOS to the dispatchers or to the job's chat. It is stored with the SOS, and carried out after the commit.
create table sos_notices (
  -- In the order in which they were noted: ids of one shift are given while its job is locked.
  id bigint generated always as identity primary key,
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

-- A link by which one dispatcher acknowledges one SOS, once.
create table sos_links (
  id uuid primary key default gen_random_uuid(),
  sos_id uuid not null references sos_alerts on delete cascade,
  token_hash bytea not null unique,
  -- The contact that the link was sent to, and the name that the guard reads.
  recipient text not null,
  name text not null check (name <> ''),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  check (expires_at > created_at)
);
create index sos_links_of_sos on sos_links (sos_id);

-- The name of the dispatcher. Null: not acknowledged, or acknowledged before this column existed or without a key of staff.
alter table sos_alerts add column acknowledged_by text;
