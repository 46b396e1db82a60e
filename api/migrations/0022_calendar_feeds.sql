-- A guard's private calendar feed: one address at a time, of which only the hash is kept.
create table calendar_feeds (
  guard_id uuid primary key references guards on delete cascade,
  token_hash text not null unique,
  made_at timestamptz not null,
  read_at timestamptz
);
