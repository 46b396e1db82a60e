-- A ticket about the profile, the payout or another subject may have no job.
alter table tickets
  alter column job_id drop not null,
  add constraint tickets_job_check check (job_id is not null or ticket_type >= 3);
