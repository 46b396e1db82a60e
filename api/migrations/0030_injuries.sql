-- Injuries that guards report, with pictures, and what staff answered.

create table injury_types (
  name text primary key check (name <> ''),
  position smallint not null unique
);
insert into injury_types (name, position) values
  ('Slip, Trip or Fall', 1),
  ('Assaulted by a Person', 2),
  ('Struck by a Vehicle', 3),
  ('Struck by an Object', 4),
  ('Cut or Puncture', 5),
  ('Strain or Sprain', 6),
  ('Burn or Electric Shock', 7),
  ('Animal Bite', 8),
  ('Heat or Cold', 9),
  ('Other Injury', 10);

create table injuries (
  id uuid primary key default gen_random_uuid(),
  guard_id uuid not null references guards on delete cascade,
  job_id uuid not null references jobs on delete cascade,
  -- the name of a type, which may be gone by now
  title text not null check (title <> ''),
  description text not null check (description <> ''),
  -- stored names, in the order in which they came
  files text[] not null check (cardinality(files) between 1 and 10),
  created_at timestamptz not null
);
create index injuries_of_guard on injuries (guard_id, created_at desc, id);
create index injuries_of_job on injuries (job_id);

create table injury_responses (
  id uuid primary key default gen_random_uuid(),
  injury_id uuid not null references injuries on delete cascade,
  title text not null check (title <> ''),
  description text not null check (description <> ''),
  created_at timestamptz not null
);
create index injury_responses_of_injury on injury_responses (injury_id, created_at);
