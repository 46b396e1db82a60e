-- without a transaction
create index concurrently if not exists outgoing_messages_waiting on outgoing_messages (channel, coalesce(asked_at, created_at)) where state = 'queued';
