-- without a transaction
create index concurrently if not exists identity_documents_of_key on identity_documents (number_key_id, guard_id);
