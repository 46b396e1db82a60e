-- Events of more than 8,000 bytes do not fit into a notification of the database: the processes pass them on here.
create table socket_io_attachments (
  id bigserial primary key,
  created_at timestamptz default now(),
  payload bytea
);

-- When a guard opened it, or marked all as read; where it leads, a path of the portal.
alter table notifications add column read_at timestamptz;
alter table notifications add column link text check (link ~ '^/[^/\\]' or link = '/');
-- What is there was told before reading was marked.
update notifications set read_at = created_at;
create index notifications_unread on notifications (guard_id) where read_at is null;
