-- An award has the time of its shift, whatever has changed that one. 0057 moved the shifts of Central time by a trigger of theirs, and a
-- trigger for certain columns does not count what another trigger changes: their awards stayed an hour off.
create or replace trigger assignments_follow_shift after update on shifts
  for each row when (old.starts_at is distinct from new.starts_at or old.ends_at is distinct from new.ends_at)
  execute function assignments_follow_shift();

set constraints assignments_one_place deferred;
update assignments a set during = tstzrange(s.starts_at, s.ends_at)
from shifts s where s.id = a.shift_id and a.during is not null and a.during <> tstzrange(s.starts_at, s.ends_at);
-- As in 0049: of two that overlap in truth the later award has no time of its own.
update assignments a set during = null where a.state in ('awarded', 'leave-requested', 'arrived', 'running', 'on-break')
  and a.guard_id in (select m.guard_id from assignments m join jobs j on j.id = m.job_id where j.time_zone <> 'America/Toronto')
  and exists (
    select from assignments other where other.guard_id = a.guard_id and other.during && a.during and other.id <> a.id
      and other.state in ('awarded', 'leave-requested', 'arrived', 'running', 'on-break') and (other.created_at, other.id) < (a.created_at, a.id));
