-- A start in the hour that the clocks skip is an hour later by the clocks, and so is its end: a shift lasts as long as was written. Until now
-- the end moved only where it would have come before the start: 02:30 to 03:30 was an hour, and 02:30 to 03:31 a minute.
create or replace function shift_end(day date, starts time, ends time, zone text) returns timestamptz immutable language sql as $$
  select case when (day + starts) at time zone zone at time zone zone <> day + starts
    then ((day + starts) at time zone zone at time zone 'UTC' + (ends - starts) + case when ends <= starts then interval '24 hours' else interval '0' end)
      at time zone 'UTC'
    else ((case when ends <= starts then day + 1 else day end) + ends) at time zone zone end
$$;

do $$
declare
  -- What was worked and paid by the old end keeps it: its credit says what it was for.
  longer uuid[] := array(
    select s.id from shifts s join jobs j on j.id = s.job_id
    where s.start_time >= '02:00' and s.start_time < '03:00' and s.ends_at <> shift_end(s.shift_date, s.start_time, s.end_time, j.time_zone)
      and not exists (select from assignments a where a.shift_id = s.id and a.state = 'ended'));
begin
  set constraints assignments_one_place deferred;
  update shifts set ends_at = ends_at where id = any (longer);
  -- As in 0049: of two that overlap now the later award has no time of its own.
  update assignments a set during = null where a.state in ('awarded', 'leave-requested', 'arrived', 'running', 'on-break')
    and a.guard_id in (select guard_id from assignments where shift_id = any (longer))
    and exists (
      select from assignments other where other.guard_id = a.guard_id and other.during && a.during and other.id <> a.id
        and other.state in ('awarded', 'leave-requested', 'arrived', 'running', 'on-break') and (other.created_at, other.id) < (a.created_at, a.id));
end $$;
