-- When the demonstration data were made, so that they can be moved on with the calendar.
create table seedings (
  seeded_at timestamptz not null
);

-- Checked at the end of a statement: a job's days may then move together.
alter table shifts drop constraint shifts_job_id_shift_date_key;
alter table shifts add constraint shifts_job_id_shift_date_key unique (job_id, shift_date) deferrable initially immediate;
