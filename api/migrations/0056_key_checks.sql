-- What tells a key again by its id: made with the key, and saying nothing of it. Whoever starts with other bytes under a known id is refused,
-- instead of sealing some rows with one key and some with another.
create table key_checks (
  key_id text primary key,
  made_with bytea not null
);
