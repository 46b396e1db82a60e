-- A random key of each guard, sealed with a key of the environment. The guard's devices seal waiting writes with it.
create table device_keys (
  guard_id uuid primary key references guards on delete cascade,
  key_id text not null,
  sealed bytea not null,
  made_at timestamptz not null
);
create index device_keys_of_key on device_keys (key_id, guard_id);
