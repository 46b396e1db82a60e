-- The documents of My Documents: at most four, one of each type. Those of the registration are identity_documents.

create table guard_documents (
  id uuid primary key default gen_random_uuid(),
  guard_id uuid not null references guards on delete cascade,
  -- four types, each once: the database's own limit of four
  document_type text not null check (document_type in ('Drivers license', 'Permanent resident card', 'Canadian passport', 'Other')),
  document_number text not null check (document_number ~ '^\d{2,15}$'),
  expiry_date date not null check (expiry_date between '1900-01-01' and '2099-12-12'),
  -- the name of the stored picture
  file text not null,
  -- given on /addDocs only
  license_number text check (license_number ~ '^\d{5}$'),
  created_at timestamptz not null,
  constraint guard_documents_type unique (guard_id, document_type),
  constraint guard_documents_number unique (guard_id, document_number)
);

-- Which reminders of an expiry were told: each once, whoever looks.
create table expiry_reminders (
  guard_id uuid not null references guards on delete cascade,
  -- null: the security licence
  document_id uuid references guard_documents on delete cascade,
  expiry_date date not null,
  days_before smallint not null,
  told_at timestamptz not null,
  constraint expiry_reminders_once unique nulls not distinct (guard_id, document_id, expiry_date, days_before)
);
create index guard_documents_expiry on guard_documents (expiry_date);
create index guards_licence_expiry on guards (security_registration_expiry_date);
