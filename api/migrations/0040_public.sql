-- What visitors read and ask: the questions and answers, and the enquiries of Contact Us, Training and the sector pages.

create table faq_groups (
  id uuid primary key default gen_random_uuid(),
  position integer not null,
  title text not null unique check (title <> '')
);

create table faq_questions (
  id uuid primary key default gen_random_uuid(),
  group_id uuid not null references faq_groups on delete cascade,
  position integer not null,
  question text not null check (question <> ''),
  answer text not null check (answer <> ''),
  unique (group_id, question)
);

create table enquiries (
  id uuid primary key default gen_random_uuid(),
  page_id text not null check (page_id <> ''),
  name text not null check (name <> ''),
  email text not null check (email <> ''),
  phone text not null check (phone ~ '^[0-9]{1,10}$'),
  query text not null check (query <> ''),
  created_at timestamptz not null
);
create index enquiries_latest on enquiries (created_at desc, id);
