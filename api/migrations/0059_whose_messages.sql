-- Whose a message is, whoever reads it, so that a deletion of an account need not read what all of them say. Null: nobody's, or not known yet,
-- as of what the release before writes; a worker names those by their recipient. No foreign key: a message may stay longer than its guard, and
-- to check one would hold the guards up.
alter table outgoing_messages add column guard_id uuid;
