create table site_orders (
  id uuid primary key default gen_random_uuid(),
  location_id uuid not null references locations on delete cascade,
  version integer not null check (version > 0),
  -- Sections with title, text and picture (a data URL or null); contacts with name, phone and note.
  sections jsonb not null check (jsonb_typeof(sections) = 'array'),
  contacts jsonb not null check (jsonb_typeof(contacts) = 'array'),
  created_at timestamptz not null,
  unique (location_id, version)
);
select keep_staff_changes('site_orders', 'id', 'location_id', 'version');

create table order_acknowledgements (
  guard_id uuid not null references guards on delete cascade,
  orders_id uuid not null references site_orders on delete cascade,
  assignment_id uuid not null references assignments on delete cascade,
  at timestamptz not null,
  received_at timestamptz not null,
  primary key (guard_id, orders_id)
);
create index order_acknowledgements_of_assignment on order_acknowledgements (assignment_id);
create index order_acknowledgements_of_orders on order_acknowledgements (orders_id);
