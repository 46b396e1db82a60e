-- What leaves the house is sent, by a worker that takes it from the queue (schema pgboss). Until now nothing was: what lies here went
-- nowhere, and holds codes and links in full.
delete from outgoing_messages;

alter table outgoing_messages
  -- kept: only the mailbox of a demonstration shows it. That is also what the release before writes, which sends nothing.
  add column state text not null default 'kept' check (state in ('kept', 'queued', 'sent', 'dead')),
  -- It holds a code or a link: what it says is erased as soon as it was sent, or never will be.
  add column is_secret boolean not null default false,
  -- Who hears of the receipt: a domain, and its row.
  add column about text,
  add column about_id uuid,
  add column tries integer not null default 0,
  add column tried_at timestamptz,
  -- By the database's own clock: so long nobody else sends it.
  add column taken_until timestamptz,
  add column last_error text,
  -- It was sent, or given up.
  add column settled_at timestamptz,
  add check ((about is null) = (about_id is null)),
  add check ((state in ('sent', 'dead')) = (settled_at is not null));
create index outgoing_messages_open on outgoing_messages (created_at desc) where state in ('queued', 'dead');
create index outgoing_messages_at on outgoing_messages (created_at);

alter table sos_alerts
  -- The first receipt: a server of the team's has the message.
  add column reached_at timestamptz,
  add column escalated_at timestamptz,
  add column escalations integer not null default 0;
create index sos_alerts_unanswered on sos_alerts (received_at) where acknowledged_at is null and ended_at is null;
