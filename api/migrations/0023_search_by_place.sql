-- A search around a place looks at many jobs to keep few: what its filters ask is read from the index alone.
-- live_applications stays out: it changes with every application, and such a change must not touch an index.
drop index jobs_open_place;
create index jobs_open_place on jobs (lat, long) include (hourly_rate, dress_code, transportation, client_rating, speciality_id, id) where status = 1;
