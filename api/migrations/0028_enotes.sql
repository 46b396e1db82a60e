-- What guards note on their jobs: text or a recording, with a picture and a place. `at` is when it happened by its guard, as far as that
-- could be believed; `created_at` when the server had it (a note may have waited on the phone).

create table e_notes (
  id uuid primary key default gen_random_uuid(),
  job_id uuid not null references jobs on delete cascade,
  guard_id uuid not null references guards on delete cascade,
  -- the shift in which it happened
  shift_id uuid,
  -- 1 text, 2 audio
  type smallint not null check (type in (1, 2)),
  title text not null check (title <> '' and length(title) <= 160),
  description text not null check (description <> '' and length(description) <= 2000),
  -- UTC, as it was written
  event_time time(0) not null,
  at timestamptz not null,
  created_at timestamptz not null,
  -- names of files in `media`
  recording text,
  -- counted from its packets
  seconds double precision check (seconds > 0),
  bytes integer check (bytes > 0),
  photo text,
  lat double precision check (lat between -90 and 90),
  long double precision check (long between -180 and 180),
  -- metres, as the phone said
  accuracy double precision check (accuracy >= 0),
  foreign key (shift_id, job_id) references shifts (id, job_id) on delete set null (shift_id),
  check ((type = 2) = (recording is not null)),
  check ((recording is null) = (seconds is null) and (recording is null) = (bytes is null)),
  check ((lat is null) = (long is null) and (lat is not null or accuracy is null)),
  check (at <= created_at)
);
create index e_notes_of_job on e_notes (job_id, created_at desc, id);
create index e_notes_of_shift on e_notes (shift_id, at);
create index e_notes_of_guard on e_notes (guard_id);
create index e_notes_recording on e_notes (recording) where recording is not null;
create index e_notes_photo on e_notes (photo) where photo is not null;
