-- From when a guard is paid who starts early, as dispatch confirmed it; null: from the scheduled start.
alter table assignments add column paid_from timestamptz;
create or replace view held_assignments as select * from assignments where state <> 'taken-back';

-- A confirmation is for the times of its shift, and ends when staff move the shift.
create or replace function assignments_follow_shift() returns trigger language plpgsql as $$
begin
  update assignments set during = tstzrange(new.starts_at, new.ends_at) where shift_id = new.id and during is not null;
  update assignments set paid_from = null where shift_id = new.id and paid_from is not null;
  return null;
end $$;

drop trigger staff_changes on assignments;
select keep_staff_changes('assignments', 'id', 'guard_id', 'shift_id', 'state', 'started_at', 'ended_at', 'ended_by_staff', 'paid_from');
