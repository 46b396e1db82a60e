-- What staff decided of an application, and when; what was changed of a shift, and how often.
alter table applications add column awarded_at timestamptz;
alter table applications add column refused_at timestamptz;
alter table applications add column refusal_reason text;
alter table applications add constraint applications_refused_for_a_reason check (refusal_reason is null or refused_at is not null);
create index applications_by_guard_newest on applications (guard_id, created_at desc, id);

-- counts the changes of a shift: calendars take the higher number (RFC 5545 SEQUENCE)
alter table shifts add column sequence integer not null default 0;
