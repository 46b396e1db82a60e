-- Whether the first guard who accepts a shift at this site needs no approval by dispatch.
alter table locations add column cover_is_automatic boolean not null default false;
-- As keep_staff_changes, without the locations that a new job inserts.
create trigger staff_changes after update of cover_is_automatic on locations for each row
  when (coalesce(current_setting('portal.staff_act', true), '') <> '') execute function note_staff_change('id', 'cover_is_automatic');

create table cover_offers (
  id uuid primary key default gen_random_uuid(),
  guard_id uuid not null references guards on delete cascade,
  job_id uuid not null,
  shift_id uuid not null,
  note text not null default '' check (char_length(note) <= 200),
  state text not null default 'open' check (state in ('open', 'proposed', 'approved', 'refused', 'withdrawn', 'ended')),
  offered_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > offered_at),
  -- When a job began to alert the guards whom the shift fits; null before.
  alerted_at timestamptz,
  proposed_guard_id uuid references guards on delete set null check (proposed_guard_id <> guard_id),
  proposed_at timestamptz,
  decided_at timestamptz,
  foreign key (guard_id, shift_id) references assignments (guard_id, shift_id) on delete cascade,
  foreign key (shift_id, job_id) references shifts (id, job_id) on delete cascade,
  constraint cover_offers_proposed check (state not in ('proposed', 'approved', 'refused') or proposed_at is not null),
  constraint cover_offers_open check (state <> 'open' or proposed_at is null and proposed_guard_id is null),
  constraint cover_offers_decided check ((state in ('open', 'proposed')) = (decided_at is null))
);
create unique index cover_offers_one_live on cover_offers (guard_id, shift_id) where state in ('open', 'proposed');
create index cover_offers_of_guard on cover_offers (guard_id, offered_at);
create index cover_offers_of_proposed on cover_offers (proposed_guard_id) where proposed_guard_id is not null;
create index cover_offers_of_shift on cover_offers (shift_id);
create index cover_offers_of_job on cover_offers (job_id);
create index cover_offers_to_alert on cover_offers (offered_at) where state = 'open' and alerted_at is null;
create index cover_offers_live on cover_offers (ends_at) where state in ('open', 'proposed');
select keep_staff_changes('cover_offers', 'id', 'guard_id', 'shift_id', 'state', 'proposed_guard_id');

create table cover_declines (
  guard_id uuid not null references guards on delete cascade,
  offer_id uuid not null references cover_offers on delete cascade,
  at timestamptz not null,
  primary key (guard_id, offer_id)
);
create index cover_declines_of_offer on cover_declines (offer_id);
