-- One row: the newest sign of life of the APIs that a worker serves, and the end of their last outage.
create table api_signs (
  id boolean primary key default true check (id),
  seen_at timestamptz not null,
  outage_ended_at timestamptz
);
