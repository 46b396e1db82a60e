-- How far the true time of an act can be from the stored one, in milliseconds. Null: not known.
alter table assignments
  add column arrived_within_ms integer check (arrived_within_ms >= 0),
  add column started_within_ms integer check (started_within_ms >= 0),
  add column ended_within_ms integer check (ended_within_ms >= 0);
create or replace view held_assignments as select * from assignments where state <> 'taken-back';
alter table breaks
  add column started_within_ms integer check (started_within_ms >= 0),
  add column ended_within_ms integer check (ended_within_ms >= 0);
alter table sos_alerts
  add column raised_within_ms integer check (raised_within_ms >= 0),
  add column answered_within_ms integer check (answered_within_ms >= 0);
alter table welfare_checks add column answered_within_ms integer check (answered_within_ms >= 0);
alter table e_notes add column within_ms integer check (within_ms >= 0);
alter table handover_notes add column within_ms integer check (within_ms >= 0);
alter table handover_reads add column within_ms integer check (within_ms >= 0);
alter table order_acknowledgements add column within_ms integer check (within_ms >= 0);
