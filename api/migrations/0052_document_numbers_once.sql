-- without a transaction
create unique index concurrently if not exists guard_documents_number_hash on guard_documents (guard_id, number_hash);
