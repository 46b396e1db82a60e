-- A link belongs to the address that asked for it. Naming the guard would check, and lock, their row: a known address would
-- take longer than an unknown one.

delete from password_resets;
alter table password_resets drop column guard_id;
alter table password_resets add column email text not null;
create index password_resets_of_email on password_resets (email);
