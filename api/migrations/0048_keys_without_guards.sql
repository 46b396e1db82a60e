-- A unique index over a whole column makes the column a part of the row's key: changing it waits for everybody who has stored a row that
-- names the guard, the idempotency key of the other's call among them, and that one may wait for the guard. Over a part of the rows it is
-- no key, and refuses twins as before.
create unique index guards_email_once on guards (email) where email is not null;
drop index guards_email;
alter index guards_email_once rename to guards_email;

create unique index guards_facebook_once on guards (social_facebook_id) where social_facebook_id is not null;
alter table guards drop constraint guards_social_facebook_id_key;
alter index guards_facebook_once rename to guards_social_facebook_id_key;

create unique index guards_google_once on guards (social_gmail_id) where social_gmail_id is not null;
alter table guards drop constraint guards_social_gmail_id_key;
alter index guards_google_once rename to guards_social_gmail_id_key;

-- Who works a job, without reading every assignment there is.
create index assignments_of_job on assignments (job_id);
