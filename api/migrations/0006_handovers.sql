create table handover_notes (
  id uuid primary key default gen_random_uuid(),
  assignment_id uuid not null unique references assignments on delete cascade,
  guard_id uuid not null references guards on delete cascade,
  location_id uuid not null references locations on delete cascade,
  version integer not null default 1 check (version > 0),
  text text not null check (length(text) <= 500),
  recording text,
  seconds double precision,
  at timestamptz not null,
  received_at timestamptz not null,
  check (text <> '' or recording is not null)
);
create index handover_notes_of_guard on handover_notes (guard_id);
create index handover_notes_of_location on handover_notes (location_id, at);

create table handover_reads (
  note_id uuid not null references handover_notes on delete cascade,
  guard_id uuid not null references guards on delete cascade,
  version integer not null,
  assignment_id uuid not null references assignments on delete cascade,
  at timestamptz not null,
  received_at timestamptz not null,
  primary key (note_id, guard_id, version)
);
create index handover_reads_of_guard on handover_reads (guard_id);
create index handover_reads_of_assignment on handover_reads (assignment_id);
