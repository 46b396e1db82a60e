-- without a transaction
create index concurrently if not exists media_by_key on media (is_sealed, key_id, owner_id);
