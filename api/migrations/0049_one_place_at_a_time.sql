-- A guard is in one place at a time, whoever awards, moves or gives back at the same moment.

create extension if not exists btree_gist;

-- In the night that the clocks go forward 02:30 is 03:30, and a shift until 03:15 ended before it began: it lasts as long as it says.
-- By a trigger: to generate the column by another expression the whole table would be rewritten, with everybody locked out.
create function shift_end(day date, starts time, ends time) returns timestamptz immutable language sql as $$
  select case when ends > starts and (day + ends) at time zone 'America/Toronto' <= (day + starts) at time zone 'America/Toronto'
    then ((day + starts) at time zone 'America/Toronto' at time zone 'UTC' + (ends - starts)) at time zone 'UTC'
    else ((case when ends <= starts then day + 1 else day end) + ends) at time zone 'America/Toronto' end
$$;
create function shifts_end() returns trigger language plpgsql as $$
begin
  new.ends_at := shift_end(new.shift_date, new.start_time, new.end_time);
  return new;
end $$;
alter table shifts alter column ends_at drop expression;
create trigger shifts_end before insert or update of shift_date, start_time, end_time, ends_at on shifts
  for each row execute function shifts_end();
update shifts set ends_at = ends_at where ends_at <> shift_end(shift_date, start_time, end_time);

-- when the shift takes place: a copy, kept by the triggers below; null: of a cancelled job, which is in nobody's way.
-- The audit of staff keeps none of it: the shift's own times are kept there.
alter table assignments add column during tstzrange;
update assignments a set during = tstzrange(s.starts_at, s.ends_at)
from shifts s join jobs j on j.id = s.job_id where s.id = a.shift_id and j.status not in (2, 3);
-- Until now a shift could be moved into another one. Of two that overlap already the later award has no time of its own.
update assignments a set during = null where a.state in ('awarded', 'leave-requested', 'arrived', 'running', 'on-break') and exists (
  select from assignments other where other.guard_id = a.guard_id and other.during && a.during and other.id <> a.id
    and other.state in ('awarded', 'leave-requested', 'arrived', 'running', 'on-break') and (other.created_at, other.id) < (a.created_at, a.id));

-- Whoever moves many shifts at once, each by as much, defers it.
alter table assignments add constraint assignments_one_place exclude using gist (guard_id with =, during with &&)
  where (state in ('awarded', 'leave-requested', 'arrived', 'running', 'on-break')) deferrable initially immediate;

create function assignments_during() returns trigger language plpgsql as $$
begin
  new.during := (select tstzrange(s.starts_at, s.ends_at) from shifts s join jobs j on j.id = s.job_id
    where s.id = new.shift_id and j.status not in (2, 3));
  return new;
end $$;
create trigger assignments_during before insert or update of shift_id on assignments
  for each row execute function assignments_during();

create function assignments_follow_shift() returns trigger language plpgsql as $$
begin
  update assignments set during = tstzrange(new.starts_at, new.ends_at) where shift_id = new.id and during is not null;
  return null;
end $$;
create trigger assignments_follow_shift after update of shift_date, start_time, end_time on shifts
  for each row when (old.starts_at is distinct from new.starts_at or old.ends_at is distinct from new.ends_at)
  execute function assignments_follow_shift();

create function assignments_follow_job() returns trigger language plpgsql as $$
begin
  update assignments set during = null where job_id = new.id;
  return null;
end $$;
create trigger assignments_follow_job after update of status on jobs
  for each row when (new.status in (2, 3)) execute function assignments_follow_job();
