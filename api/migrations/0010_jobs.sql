-- Jobs, their shifts, who applied and who works them, leave and money.
-- Instants are timestamptz; a site's own date and times are kept as posted, and the instants are generated from them.

create extension if not exists pg_trgm;

create table customers (
  id uuid primary key default gen_random_uuid(),
  register_as text not null check (register_as in ('Business', 'Incorporation', 'Individual')),
  first_name text not null,
  last_name text not null,
  business_name text,
  created_at timestamptz not null default now(),
  check (register_as = 'Individual' or business_name is not null)
);

create table locations (
  id uuid primary key default gen_random_uuid(),
  location_name text not null,
  city text not null,
  lat double precision not null check (lat between -90 and 90),
  long double precision not null check (long between -180 and 180)
);

create table jobs (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references customers,
  location_id uuid not null references locations,
  speciality_id uuid references specialities,
  title text not null,
  description text not null default '',
  job_type smallint not null check (job_type in (1, 2, 3)),
  -- stored statuses only; 4, 6 and 7 are derived from the clock
  status smallint not null default 0 check (status in (0, 1, 2, 3, 5)),
  hourly_rate numeric(8, 2) not null check (hourly_rate > 0),
  dress_code smallint not null check (dress_code in (1, 2, 3)),
  transportation smallint not null check (transportation in (1, 2, 3)),
  client_rating numeric(2, 1) not null default 0 check (client_rating between 0 and 5 and client_rating * 2 = trunc(client_rating * 2)),
  -- copies of the place, so that search reads one table
  place text not null,
  lat double precision not null,
  long double precision not null,
  search_text text not null generated always as (lower(title || ' ' || description || ' ' || place)) stored,
  -- kept by the trigger on applications; the check is what stops a sixth
  live_applications smallint not null default 0 check (live_applications between 0 and 5),
  is_test boolean not null default false,
  created_at timestamptz not null default now()
);

create table shifts (
  id uuid primary key default gen_random_uuid(),
  job_id uuid not null references jobs on delete cascade,
  shift_date date not null,
  start_time time(0) not null,
  end_time time(0) not null,
  customer_rate numeric(8, 2) not null check (customer_rate > 0),
  -- an end at or before the start is on the next day; a time that the clocks skip moves forward, one they repeat is standard time
  starts_at timestamptz not null generated always as ((shift_date + start_time) at time zone 'America/Toronto') stored,
  ends_at timestamptz not null generated always as
    (((case when end_time <= start_time then shift_date + 1 else shift_date end) + end_time) at time zone 'America/Toronto') stored,
  start_hour smallint not null generated always as (extract(hour from start_time)::smallint) stored,
  -- start of the job's shift before this one: a job's next shift at any instant t is its one row with previous_start <= t < starts_at
  previous_start timestamptz not null default '-infinity',
  unique (job_id, shift_date),
  unique (id, job_id)
);

create table applications (
  id uuid primary key default gen_random_uuid(),
  job_id uuid not null references jobs on delete cascade,
  guard_id uuid not null references guards on delete cascade,
  shift_id uuid not null,
  state text not null default 'applied' check (state in ('applied', 'awarded', 'withdrawn', 'refused')),
  created_at timestamptz not null,
  foreign key (shift_id, job_id) references shifts (id, job_id) on delete cascade
);
create unique index applications_one_live on applications (job_id, guard_id) where state in ('applied', 'awarded');
create index applications_of_guard on applications (guard_id, job_id);

create function applications_count_live() returns trigger language plpgsql as $$
declare
  before integer := case when tg_op <> 'INSERT' and old.state in ('applied', 'awarded') then 1 else 0 end;
  after integer := case when tg_op <> 'DELETE' and new.state in ('applied', 'awarded') then 1 else 0 end;
begin
  if before <> after then
    update jobs set live_applications = live_applications + after - before where id = coalesce(new.job_id, old.job_id);
  end if;
  return null;
end $$;
create trigger applications_count_live after insert or update of state or delete on applications
  for each row execute function applications_count_live();

create table assignments (
  id uuid primary key default gen_random_uuid(),
  guard_id uuid not null references guards on delete cascade,
  job_id uuid not null,
  shift_id uuid not null,
  state text not null default 'awarded'
    check (state in ('awarded', 'leave-requested', 'on-leave', 'arrived', 'running', 'on-break', 'ended', 'missed')),
  started_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null,
  unique (guard_id, shift_id),
  foreign key (shift_id, job_id) references shifts (id, job_id) on delete cascade,
  check (state not in ('running', 'on-break', 'ended') or started_at is not null),
  check ((state = 'ended') = (ended_at is not null)),
  check (ended_at >= started_at)
);
create index assignments_of_guard on assignments (guard_id, job_id);
create index assignments_of_shift on assignments (shift_id);

create table leaves (
  id uuid primary key default gen_random_uuid(),
  guard_id uuid not null,
  shift_id uuid not null,
  leave_title smallint not null check (leave_title in (1, 2, 3)),
  leave_description text,
  -- 0 requested, 1 approved, 2 refused
  status smallint not null default 0 check (status in (0, 1, 2)),
  created_at timestamptz not null,
  decided_at timestamptz,
  unique (guard_id, shift_id),
  foreign key (guard_id, shift_id) references assignments (guard_id, shift_id) on delete cascade,
  check ((leave_title = 3) = (leave_description is not null and leave_description <> '')),
  check ((status = 0) = (decided_at is null))
);

create table transactions (
  id uuid primary key default gen_random_uuid(),
  guard_id uuid not null references guards on delete cascade,
  job_id uuid references jobs on delete set null,
  -- a shift is credited once
  assignment_id uuid unique references assignments on delete set null,
  kind text not null check (kind in ('credit', 'debit', 'bank-deposit', 'withdrawn')),
  amount numeric(12, 2) not null check (amount > 0),
  created_at timestamptz not null
);
create index transactions_of_guard on transactions (guard_id, created_at desc, id);
create index transactions_of_job on transactions (job_id, guard_id);

-- what a customer said of a guard's shift
create table ratings (
  id uuid primary key default gen_random_uuid(),
  guard_id uuid not null references guards on delete cascade,
  job_id uuid not null references jobs on delete cascade,
  shift_id uuid not null references shifts on delete cascade,
  rating numeric(2, 1) not null check (rating between 0.5 and 5 and rating * 2 = trunc(rating * 2)),
  description text not null default '',
  created_at timestamptz not null,
  unique (guard_id, shift_id)
);
