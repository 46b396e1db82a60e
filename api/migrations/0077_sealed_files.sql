-- Files of guards are encrypted with a data key each. The row holds that key, sealed under PORTAL_SECRET_KEYS. A row without `is_sealed` has
-- its file in plain: a worker seals it.
alter table media add key_id text, add key_sealed bytea, add is_sealed boolean not null default false;
alter table media add constraint media_sealed_with_key check (not is_sealed or (key_id is not null and key_sealed is not null)) not valid;
