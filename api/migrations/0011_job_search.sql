-- Search reads open jobs through whichever index its filters make smallest.

create index shifts_to_come on shifts (starts_at, id) include (job_id, previous_start, start_hour);
create index shifts_of_job on shifts (job_id, starts_at);
create index jobs_open_text on jobs using gin (search_text gin_trgm_ops) with (fastupdate = off) where status = 1;
create index jobs_open_place on jobs (lat, long) where status = 1;
create index jobs_open_rate on jobs (hourly_rate, id) where status = 1;
create index jobs_open_speciality on jobs (speciality_id) where status = 1;
create index jobs_open_newest on jobs (created_at desc, id) where status = 1;
create index jobs_of_customer on jobs (customer_id);

-- Great-circle kilometres; null when a point is missing.
create function distance_km(lat1 double precision, long1 double precision, lat2 double precision, long2 double precision)
returns double precision language sql immutable parallel safe return
  12742 * asin(least(1, sqrt(
    power(sin(radians(lat2 - lat1) / 2), 2) + cos(radians(lat1)) * cos(radians(lat2)) * power(sin(radians(long2 - long1) / 2), 2))));

-- What a guard earns for a shift: decimal dollars, cents rounded half up. Breaks are paid; time outside the schedule is not.
create function shift_pay(rate numeric, starts timestamptz, ends timestamptz, started timestamptz, ended timestamptz)
returns numeric language sql immutable parallel safe return
  round(rate * greatest(0, extract(epoch from least(ended, ends) - greatest(started, starts))) / 3600, 2);

create function shift_hours(starts timestamptz, ends timestamptz)
returns numeric language sql immutable parallel safe return
  round(extract(epoch from ends - starts) / 3600, 2);

-- Chains each job's shifts in time. To be called after shifts were added, moved or removed.
create function chain_shifts(jobs uuid[]) returns void language sql as $$
  update shifts set previous_start = chained.previous
  from (
    select id, coalesce(lag(starts_at) over (partition by job_id order by starts_at), '-infinity') as previous
    from shifts where job_id = any (jobs)
  ) chained
  where chained.id = shifts.id and shifts.previous_start is distinct from chained.previous;
$$;
