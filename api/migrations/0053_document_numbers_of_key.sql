-- without a transaction
create index concurrently if not exists guard_documents_of_key on guard_documents (number_key_id, guard_id);
