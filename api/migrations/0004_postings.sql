-- The facts of a posting that the law requires. The defaults are true for all existing jobs: they have shifts to fill, and people alone decide.
alter table jobs add column has_vacancy boolean not null default true, add column uses_ai boolean not null default false;

create table job_reports (
  id uuid primary key default gen_random_uuid(),
  guard_id uuid not null references guards on delete cascade,
  job_id uuid not null references jobs on delete cascade,
  reason smallint not null check (reason between 1 and 6),
  words text not null default '' check (reason <> 6 or words <> ''),
  picture text,
  outcome text check (outcome in ('removed', 'kept')),
  answer text,
  created_at timestamptz not null,
  closed_at timestamptz,
  check ((outcome is null) = (closed_at is null) and (outcome is null) = (answer is null))
);
create unique index job_reports_one_open on job_reports (guard_id, job_id) where outcome is null;
create index job_reports_of_guard on job_reports (guard_id, job_id, created_at);
create index job_reports_of_job on job_reports (job_id);
create index job_reports_open on job_reports (created_at, id) where outcome is null;
select keep_staff_changes('job_reports', 'id', 'outcome');
drop trigger staff_changes on jobs;
select keep_staff_changes('jobs', 'id', 'status', 'title', 'hourly_rate', 'has_vacancy', 'uses_ai');
