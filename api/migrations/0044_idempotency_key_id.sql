-- Under which secret key an input was fingerprinted: after that one is retired its repeats get their replies all the same. Null: a release
-- before did not say.
alter table idempotency_keys add column key_id text;

-- Replies that say a calendar's private address, of which the portal keeps the hash alone.
delete from idempotency_keys where endpoint = 'calendar.make';
