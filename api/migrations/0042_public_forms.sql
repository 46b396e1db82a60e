-- What visitors agreed to, what their hidden field says, applications for the company's own openings, and lists that staff write.

alter table enquiries
  -- null: asked before there was a box to tick
  add consented_at timestamptz,
  -- the field that no person sees was filled in: no mail went out
  add held boolean not null default false;

alter table newsletter_subscriptions
  add consented_at timestamptz,
  -- number of the words that were agreed to
  add wording integer,
  add held boolean not null default false,
  add unsubscribed_at timestamptz;

create table career_applications (
  id uuid primary key default gen_random_uuid(),
  name text not null check (name <> ''),
  email text not null check (email <> ''),
  phone text not null check (phone ~ '^[0-9]{1,10}$'),
  experience text,
  speciality text,
  details text,
  file_name text,
  file_type text check (file_type in ('application/pdf', 'image/jpeg', 'image/png', 'image/webp')),
  -- here and not in the media folder: nothing that guards or visitors call can name it
  file bytea,
  consented_at timestamptz not null,
  held boolean not null,
  created_at timestamptz not null,
  check ((file is null) = (file_name is null) and (file is null) = (file_type is null))
);
create index career_applications_latest on career_applications (created_at desc, id);

create table public_lists (
  name text primary key check (name in ('how-it-works', 'openings')),
  rows jsonb not null check (jsonb_typeof(rows) = 'array')
);
