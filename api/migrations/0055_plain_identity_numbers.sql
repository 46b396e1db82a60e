-- without a transaction
create index concurrently if not exists identity_documents_plain on identity_documents (guard_id) where id_number is not null;
