-- The pooler drops settings of a session, so the role has them.
alter role portal set timezone = 'UTC';
alter role portal set statement_timeout = '15s';
alter role portal set max_parallel_workers_per_gather = 0;
