-- The link itself is signed and names its row, so no hash of it is stored. The release before this one still stores a hash.
alter table sos_links alter column token_hash drop not null;
