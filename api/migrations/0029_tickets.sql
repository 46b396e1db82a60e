-- What guards ask the staff, with pictures, and what staff answered.

create table tickets (
  id uuid primary key default gen_random_uuid(),
  guard_id uuid not null references guards on delete cascade,
  job_id uuid not null references jobs on delete cascade,
  ticket_type smallint not null check (ticket_type between 0 and 5),
  ticket_title text not null check (ticket_title <> ''),
  description text not null check (description <> ''),
  -- stored names, in the order in which they were chosen
  images text[] not null check (cardinality(images) between 1 and 69),
  created_at timestamptz not null
);
create index tickets_of_guard on tickets (guard_id, created_at desc, id);
create index tickets_of_job on tickets (job_id);

create table ticket_responses (
  id uuid primary key default gen_random_uuid(),
  ticket_id uuid not null references tickets on delete cascade,
  response text not null check (response <> ''),
  created_at timestamptz not null
);
create index ticket_responses_of_ticket on ticket_responses (ticket_id, created_at);
