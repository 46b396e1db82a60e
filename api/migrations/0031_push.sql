-- Push messages that wait for the provider, one row a device: a row goes when it was taken, or when nobody can want it any more.
create table push_messages (
  id uuid primary key default gen_random_uuid(),
  notification_id uuid not null references notifications on delete cascade,
  device_token text not null,
  title text not null,
  body text not null,
  link text,
  created_at timestamptz not null,
  not_before timestamptz not null,
  tries integer not null default 0
);
create index push_messages_due on push_messages (not_before);
