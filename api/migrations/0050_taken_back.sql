-- An award that is taken back leaves its row, with the arrival, the SOS and the leave that belong to it. Awarded again it is the guard's as before.
-- Of what staff change the audit keeps the state, as ever: it says this, and when is when they did it.
alter table assignments drop constraint assignments_state_check;
alter table assignments
  add constraint assignments_state_check
    check (state in ('awarded', 'leave-requested', 'on-leave', 'arrived', 'running', 'on-break', 'ended', 'missed', 'taken-back')),
  add column taken_back_at timestamptz,
  add constraint assignments_taken_back check ((state = 'taken-back') = (taken_back_at is not null));

-- What guards hold: every reader reads this, but for those of what happened. A later column is added by `create or replace view`.
create view held_assignments as select * from assignments where state <> 'taken-back';
