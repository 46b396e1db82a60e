-- The registration may change the e-mail address without a code being sent to it: until its mailbox was used, nobody else's
-- identity may be connected to the account by it.
alter table guards add column is_email_proven boolean not null default true;
