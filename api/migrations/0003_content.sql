-- Notifications, public content, stored files, messages that left the house.

create table notifications (
  id uuid primary key default gen_random_uuid(),
  guard_id uuid not null references guards on delete cascade,
  title text not null,
  description text not null default '',
  created_at timestamptz not null
);
create index notifications_of_guard on notifications (guard_id, created_at desc, id);

create table newsletter_subscriptions (
  email text primary key,
  created_at timestamptz not null
);

create table static_pages (
  type text primary key check (type in ('privacy', 'terms', 'guardAgreement')),
  description text not null,
  updated_at timestamptz not null default now()
);

create table media (
  -- unguessable; also the name of the file in the media folder
  filename text primary key,
  -- a private file is shown to this guard only; null: open to whoever knows the name
  owner_id uuid references guards on delete cascade,
  content_type text not null,
  bytes integer not null,
  created_at timestamptz not null
);
create index media_of_owner on media (owner_id);

create table outgoing_messages (
  id uuid primary key default gen_random_uuid(),
  channel text not null check (channel in ('mail', 'sms')),
  recipient text not null,
  subject text not null,
  body text not null,
  created_at timestamptz not null
);
create index outgoing_messages_to on outgoing_messages (recipient, created_at desc);
