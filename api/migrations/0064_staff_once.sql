-- Under which Idempotency-Key staff sent a write: told again under the same one, it is not done again. Null: a reading, a call without a key,
-- or a release before, which knows of none. Of the input a keyed fingerprint, which says whether it is the same one and nothing else, and
-- under which secret key that was made.
alter table staff_acts
  add column once_key text,
  add column input_hash bytea,
  add column input_key_id text;
