alter table outgoing_messages
  -- The receiver's server refused it for good: another try would be refused as well. False of what was given up before, where nobody can tell.
  add column is_refused boolean not null default false,
  -- When staff asked that it goes once more: what was given up last month has not waited for a month.
  add column asked_at timestamptz;
