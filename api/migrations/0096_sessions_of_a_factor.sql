-- When a second factor last confirmed this session. Codes that such a session tries are counted for it alone.
alter table sessions add column factor_confirmed_at timestamptz;

-- A guard with a factor confirms by it alone, and adding one ends the confirmation of the other sessions.
update sessions s set factor_confirmed_at = confirmed_at where confirmed_at is not null
  and exists (select from second_factors f where f.guard_id = s.guard_id and f.proven_at is not null);
