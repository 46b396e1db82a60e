-- Where a guard is paid, sealed with a key of the environment. The columns of guards keep what may be shown: names and last digits.
-- What stands there in full is sealed when the API starts, since the database does not know the key.

create table bank_details (
  guard_id uuid primary key references guards on delete cascade,
  key_id text not null,
  sealed bytea not null,
  changed_at timestamptz not null
);
create index bank_details_of_key on bank_details (key_id, guard_id);
