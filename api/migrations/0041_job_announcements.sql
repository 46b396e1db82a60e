-- Approved jobs that guards are still to hear of. Guards are told in the order of their ids: `after_guard` is the last one who was,
-- moved in the transaction that told them, so that nobody is told twice or left out, whenever it stops.
create table job_announcements (
  job_id uuid primary key references jobs on delete cascade,
  queued_at timestamptz not null,
  after_guard uuid
);
create index job_announcements_queued on job_announcements (queued_at);
