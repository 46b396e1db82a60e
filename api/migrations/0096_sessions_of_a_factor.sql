-- When a second factor last confirmed this session. Codes that such a session tries are counted for it alone.
alter table sessions add column factor_confirmed_at timestamptz;
