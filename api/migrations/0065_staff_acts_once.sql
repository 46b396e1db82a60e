-- without a transaction
create unique index concurrently if not exists staff_acts_once on staff_acts (name, act, once_key) where once_key is not null;
