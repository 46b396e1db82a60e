-- without a transaction
drop index concurrently if exists jobs_open_text;
