-- The end of the last time without signs that was longer than ten seconds. A short one is no outage.
alter table api_signs add column quiet_ended_at timestamptz;
