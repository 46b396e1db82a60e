-- without a transaction
create index concurrently if not exists push_messages_made on push_messages (created_at);
