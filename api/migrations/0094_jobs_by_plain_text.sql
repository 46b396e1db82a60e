-- without a transaction
create index concurrently if not exists jobs_open_plain_text on jobs using gin (plain_text(search_text) gin_trgm_ops)
  with (fastupdate = off) where status = 1;
