-- A site keeps its own time: west of 90 degrees west Ontario is on Central time, but for a few places that keep Eastern standard time all year.

create function site_zone(lat double precision, long double precision) returns text immutable language sql as $$
  select case
    -- Atikokan; Pickle Lake and New Osnaburgh
    when lat between 48.5 and 49.0 and long between -92.1 and -91.2 or lat between 51.1 and 51.7 and long between -90.6 and -89.9 then 'America/Atikokan'
    when long < -90 then 'America/Winnipeg'
    else 'America/Toronto' end
$$;

-- The default is for what is there; whoever adds one without it, as releases before do, gets the zone of the place.
alter table locations add column time_zone text not null default 'America/Toronto'
  check (time_zone = any (array['America/Toronto'::text, 'America/Winnipeg'::text, 'America/Atikokan'::text]));
alter table locations alter column time_zone drop default;
create function locations_zone() returns trigger language plpgsql as $$
begin
  new.time_zone := coalesce(new.time_zone, site_zone(new.lat, new.long));
  return new;
end $$;
create trigger locations_zone before insert on locations for each row execute function locations_zone();

-- a copy, as of the place's name and position
alter table jobs add column time_zone text not null default 'America/Toronto';
create function jobs_zone() returns trigger language plpgsql as $$
begin
  new.time_zone := (select time_zone from locations where id = new.location_id);
  return new;
end $$;
create trigger jobs_zone before insert or update of location_id on jobs for each row execute function jobs_zone();

-- A shift's instants are of its job's site. A time that the clocks skip moves forward, one that they repeat is standard time, and a shift
-- lasts as long as it says: each by the clocks of that place.
create function shift_end(day date, starts time, ends time, zone text) returns timestamptz immutable language sql as $$
  select case when ends > starts and (day + ends) at time zone zone <= (day + starts) at time zone zone
    then ((day + starts) at time zone zone at time zone 'UTC' + (ends - starts)) at time zone 'UTC'
    else ((case when ends <= starts then day + 1 else day end) + ends) at time zone zone end
$$;
alter table shifts alter column starts_at drop expression;
create or replace function shifts_end() returns trigger language plpgsql as $$
declare
  zone text := (select time_zone from jobs where id = new.job_id);
begin
  new.starts_at := (new.shift_date + new.start_time) at time zone zone;
  new.ends_at := shift_end(new.shift_date, new.start_time, new.end_time, zone);
  return new;
end $$;
create or replace trigger shifts_end before insert or update of shift_date, start_time, end_time, starts_at, ends_at on shifts
  for each row execute function shifts_end();

-- What is earned is booked on the day of the site.
alter table transactions add column time_zone text not null default 'America/Toronto';
create function transactions_zone() returns trigger language plpgsql as $$
begin
  if new.job_id is not null then
    new.time_zone := (select time_zone from jobs where id = new.job_id);
  end if;
  return new;
end $$;
create trigger transactions_zone before insert on transactions for each row execute function transactions_zone();

-- Until now sites were posted in nine cities, all of them on Toronto's time: others, if any, were put in by hand.
update locations set time_zone = site_zone(lat, long) where site_zone(lat, long) <> 'America/Toronto';
update jobs set location_id = location_id where location_id in (select id from locations where time_zone <> 'America/Toronto');
update shifts set starts_at = starts_at where job_id in (select id from jobs where time_zone <> 'America/Toronto');
select chain_shifts(array(select id from jobs where time_zone <> 'America/Toronto'));
