-- One code went to e-mail and mobile alike: whoever registered a stranger's address with a mobile of their own could enter it.
-- From now on each has its own, and only what was entered proves where it was read.
alter table otp_codes add column sms_code_hash text; -- null: one code went to both, and proves neither
alter table guards add column is_mobile_proven boolean not null default false;

-- Nobody knows any more which of the two they read: the password goes on as before, a reset link proves the address.
update guards set is_email_proven = false where registered_at is not null;
