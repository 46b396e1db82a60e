-- One room for each job with an award. Its row is locked by whoever writes in it, so that stamps grow in the order of the commits:
-- a page that reads again from the last message it holds misses nothing.
create table chat_rooms (
  id uuid primary key default gen_random_uuid(),
  job_id uuid not null unique references jobs on delete cascade,
  -- stamp of its last message
  last_at timestamptz not null,
  closed_at timestamptz,
  created_at timestamptz not null
);

create table chat_participants (
  room_id uuid not null references chat_rooms on delete cascade,
  guard_id uuid not null references guards on delete cascade,
  joined_at timestamptz not null,
  -- the last thing that they may read is of this stamp
  left_at timestamptz,
  -- stamps of messages: everything up to here reached their device, and was seen
  delivered_at timestamptz,
  read_at timestamptz,
  -- stamp of the first message that they have not seen, and when they were alerted because of it
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
  -- who wrote it, or whom the system speaks of
  guard_id uuid references guards on delete cascade,
  client_id uuid,
  message text not null check (char_length(message) between 1 and 4000),
  -- comings and goings: nobody has to read them
  is_quiet boolean not null default false,
  sent_at timestamptz not null,
  unique (guard_id, client_id),
  check (sender_type <> 'guard' or (guard_id is not null and client_id is not null))
);
create unique index chat_messages_in_order on chat_messages (room_id, sent_at desc, id desc);

-- Jobs that were awarded before there were chats get theirs.
insert into chat_rooms (job_id, last_at, created_at, closed_at)
  select j.id, min(coalesce(a.awarded_at, a.created_at)), min(coalesce(a.awarded_at, a.created_at)),
    case when j.status = 3 then max(coalesce(a.awarded_at, a.created_at)) end
  from jobs j join applications a on a.job_id = j.id where a.state = 'awarded' group by j.id;
insert into chat_participants (room_id, guard_id, joined_at)
  select r.id, a.guard_id, coalesce(a.awarded_at, a.created_at)
  from chat_rooms r join applications a on a.job_id = r.job_id where a.state = 'awarded';
