create table welfare_settings (
  location_id uuid primary key references locations on delete cascade,
  every_minutes smallint not null check (every_minutes between 15 and 120),
  grace_minutes smallint not null check (grace_minutes between 1 and 15),
  set_at timestamptz not null
);
select keep_staff_changes('welfare_settings', 'location_id', 'every_minutes', 'grace_minutes');

create table welfare_checks (
  assignment_id uuid primary key references assignments on delete cascade,
  state text not null check (state in ('waiting', 'asked', 'called-again', 'escalated', 'paused', 'over')),
  -- The next step of the timer: ask, second call or escalation.
  due_at timestamptz,
  -- The last ask and its consequences.
  asked_at timestamptz,
  called_again_at timestamptz,
  escalated_at timestamptz,
  -- The reply code of the text message; null unless an answer is awaited.
  code text check (code ~ '^\d{4}$'),
  -- The last answer, and the position and the battery level in percent that the phone sent with answers.
  answered_at timestamptz,
  lat double precision check (lat between -90 and 90),
  long double precision check (long between -180 and 180),
  accuracy double precision check (accuracy >= 0),
  placed_at timestamptz,
  battery smallint check (battery between 0 and 100),
  check ((state in ('waiting', 'asked', 'called-again')) = (due_at is not null)),
  check (state not in ('asked', 'called-again', 'escalated') or asked_at is not null),
  check ((lat is null) = (long is null) and (lat is null) = (placed_at is null))
);
create index welfare_checks_due on welfare_checks (due_at, assignment_id) where due_at is not null;
create index welfare_checks_code on welfare_checks (code) where code is not null;
select keep_staff_changes('welfare_checks', 'assignment_id', 'state');

-- The ids of text messages from the provider, so that none counts twice.
create table inbound_messages (
  id text primary key,
  received_at timestamptz not null
);
create index inbound_messages_received on inbound_messages (received_at);

alter table sos_alerts
  add column reason text not null default 'press' check (reason in ('press', 'no-answer')),
  -- Of an SOS without a press: the time of its position, the battery level in percent, and the answer that ended it.
  add column placed_at timestamptz,
  add column battery smallint check (battery between 0 and 100),
  add column answered_at timestamptz;
