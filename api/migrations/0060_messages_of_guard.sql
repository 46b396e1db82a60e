-- without a transaction
create index concurrently if not exists outgoing_messages_guard on outgoing_messages (guard_id, id);
