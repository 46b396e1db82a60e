-- A confirmed earlier start ends when its shift's start moves. A moved end leaves it.
create or replace function assignments_follow_shift() returns trigger language plpgsql as $$
begin
  update assignments set during = tstzrange(new.starts_at, new.ends_at) where shift_id = new.id and during is not null;
  update assignments set paid_from = null where shift_id = new.id and paid_from is not null and new.starts_at is distinct from old.starts_at;
  return null;
end $$;
