-- Numbers of somebody's papers, sealed with a key of the environment as bank details are: a row has its number in full, as releases before
-- wrote it, until the API seals it at its next start, and null from then on. A number in full, where there is one, is the newer one.
alter table identity_documents
  alter column id_number drop not null,
  add column number_key_id text,
  add column number_sealed bytea;

alter table guard_documents
  alter column document_number drop not null,
  add column number_key_id text,
  add column number_sealed bytea,
  -- tells the same number of the same guard again, and nothing else without the key
  add column number_hash bytea;
