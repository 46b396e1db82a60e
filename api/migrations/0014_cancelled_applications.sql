-- Why a guard takes an application back. The ids are fixed, so that links and seeds agree everywhere.
create table cancellation_reasons (
  id uuid primary key,
  position smallint not null unique,
  name text not null unique
);
insert into cancellation_reasons (id, position, name) values
  ('5f0c1d1e-6a52-4a0b-9a58-0d4f1b8f7a01', 1, 'I am no longer available'),
  ('5f0c1d1e-6a52-4a0b-9a58-0d4f1b8f7a02', 2, 'I took another job'),
  ('5f0c1d1e-6a52-4a0b-9a58-0d4f1b8f7a03', 3, 'It is too far away'),
  ('5f0c1d1e-6a52-4a0b-9a58-0d4f1b8f7a04', 4, 'I applied by mistake'),
  ('5f0c1d1e-6a52-4a0b-9a58-0d4f1b8f7a05', 5, 'Another reason');

alter table applications add column reason_id uuid references cancellation_reasons;
alter table applications add column comment text;
alter table applications add column withdrawn_at timestamptz;
alter table applications add constraint applications_withdrawn_for_a_reason check (reason_id is null or (state = 'withdrawn' and withdrawn_at is not null));
