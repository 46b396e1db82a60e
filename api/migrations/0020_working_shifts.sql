-- What happens on a shift: arrival, start, breaks, SOS and end, each with the instant that counts and the one at which the
-- server heard of it (an act may have waited on the phone).

-- The ids of reasons are fixed, so that links and seeds agree everywhere.
create table break_reasons (
  id uuid primary key,
  position smallint not null unique,
  name text not null unique
);
insert into break_reasons (id, position, name) values
  ('5f0c1d1e-6a52-4a0b-9a58-0d4f1b8fb001', 1, 'Meal'),
  ('5f0c1d1e-6a52-4a0b-9a58-0d4f1b8fb002', 2, 'Rest'),
  ('5f0c1d1e-6a52-4a0b-9a58-0d4f1b8fb003', 3, 'Washroom'),
  ('5f0c1d1e-6a52-4a0b-9a58-0d4f1b8fb004', 4, 'Phone call'),
  ('5f0c1d1e-6a52-4a0b-9a58-0d4f1b8fb005', 5, 'Prayer'),
  ('5f0c1d1e-6a52-4a0b-9a58-0d4f1b8fb006', 6, 'Another reason');

create table end_job_reasons (
  id uuid primary key,
  position smallint not null unique,
  name text not null unique
);
insert into end_job_reasons (id, position, name) values
  ('5f0c1d1e-6a52-4a0b-9a58-0d4f1b8fe001', 1, 'The shift is complete'),
  ('5f0c1d1e-6a52-4a0b-9a58-0d4f1b8fe002', 2, 'Another guard took over'),
  ('5f0c1d1e-6a52-4a0b-9a58-0d4f1b8fe003', 3, 'The client sent me home early'),
  ('5f0c1d1e-6a52-4a0b-9a58-0d4f1b8fe004', 4, 'I do not feel well'),
  ('5f0c1d1e-6a52-4a0b-9a58-0d4f1b8fe005', 5, 'Personal emergency'),
  ('5f0c1d1e-6a52-4a0b-9a58-0d4f1b8fe006', 6, 'The site is not safe'),
  ('5f0c1d1e-6a52-4a0b-9a58-0d4f1b8fe007', 7, 'Another reason');

alter table assignments
  add arrived_at timestamptz,
  add arrived_received_at timestamptz,
  add arrived_lat double precision check (arrived_lat between -90 and 90),
  add arrived_long double precision check (arrived_long between -180 and 180),
  -- metres, as the phone said
  add arrived_accuracy double precision check (arrived_accuracy >= 0),
  -- metres from the site
  add arrived_distance double precision check (arrived_distance >= 0),
  add started_received_at timestamptz,
  add ended_received_at timestamptz,
  add ended_by_staff boolean not null default false,
  add end_reason_id uuid references end_job_reasons,
  add shift_end_comment text not null default '',
  -- the guard's stars for the client
  add client_rating numeric(2, 1) check (client_rating between 1 and 5 and client_rating * 2 = trunc(client_rating * 2)),
  add constraint assignments_arrived check (state <> 'arrived' or arrived_at is not null),
  add constraint assignments_arrival_place check ((arrived_lat is null) = (arrived_long is null) and (arrived_at is not null or arrived_lat is null)),
  add constraint assignments_arrival_first check (arrived_at <= started_at),
  add constraint assignments_end_words check (
    state = 'ended' or (end_reason_id is null and shift_end_comment = '' and client_rating is null and not ended_by_staff));
create index assignments_open on assignments (state) where state in ('awarded', 'arrived', 'running', 'on-break');

create table breaks (
  id uuid primary key default gen_random_uuid(),
  assignment_id uuid not null references assignments on delete cascade,
  reason_id uuid not null references break_reasons,
  description text not null check (description <> ''),
  started_at timestamptz not null,
  started_received_at timestamptz not null,
  ended_at timestamptz,
  ended_received_at timestamptz,
  check (ended_at >= started_at),
  check ((ended_at is null) = (ended_received_at is null))
);
create index breaks_of_assignment on breaks (assignment_id, started_at);
create unique index breaks_one_running on breaks (assignment_id) where ended_at is null;

create table sos_alerts (
  id uuid primary key default gen_random_uuid(),
  assignment_id uuid not null references assignments on delete cascade,
  -- pressed
  raised_at timestamptz not null,
  received_at timestamptz not null,
  lat double precision check (lat between -90 and 90),
  long double precision check (long between -180 and 180),
  accuracy double precision check (accuracy >= 0),
  acknowledged_at timestamptz,
  ended_at timestamptz,
  check ((lat is null) = (long is null)),
  check (ended_at >= raised_at)
);
create index sos_of_assignment on sos_alerts (assignment_id, raised_at);
create unique index sos_one_active on sos_alerts (assignment_id) where ended_at is null;
create index sos_waiting on sos_alerts (received_at desc) where ended_at is null or acknowledged_at is null;

-- A break lies within its shift, overlaps no other, and runs exactly while the shift says so. Judged when the act is complete.
create function breaks_fit(which uuid) returns void language plpgsql as $$
begin
  if exists (
    select from assignments a
    where a.id = which and (
      (a.state = 'on-break') <> exists (select from breaks b where b.assignment_id = which and b.ended_at is null)
      or exists (
        select from breaks b where b.assignment_id = which
          and (a.started_at is null or b.started_at < a.started_at or coalesce(b.ended_at, b.started_at) > a.ended_at))
      or exists (
        select from breaks b join breaks other on other.assignment_id = which and other.id <> b.id
        where b.assignment_id = which and b.started_at >= other.started_at and b.started_at < coalesce(other.ended_at, 'infinity')
          and b.ended_at is distinct from b.started_at)))
  then
    raise exception 'A break does not fit its shift' using errcode = 'check_violation';
  end if;
end $$;

create function breaks_fit_break() returns trigger language plpgsql as $$
begin
  perform breaks_fit(new.assignment_id);
  return null;
end $$;
create constraint trigger breaks_fit after insert or update on breaks deferrable initially deferred
  for each row execute function breaks_fit_break();

create function breaks_fit_assignment() returns trigger language plpgsql as $$
begin
  perform breaks_fit(new.id);
  return null;
end $$;
create constraint trigger breaks_fit after update of state, started_at, ended_at on assignments deferrable initially deferred
  for each row when (old.state = 'on-break' or new.state in ('on-break', 'ended')) execute function breaks_fit_assignment();
