-- Links to choose a new password: used once, for an hour.

create table password_resets (
  -- sha256 of the token in the link
  token_hash bytea primary key,
  -- null: nobody has the address that was typed; the row is written all the same, so that both take as long
  guard_id uuid references guards on delete cascade,
  expires_at timestamptz not null
);
create index password_resets_of_guard on password_resets (guard_id);
