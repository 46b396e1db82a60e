-- least() leaves nulls out, so a missing point was half the earth away instead of null.
create or replace function distance_km(lat1 double precision, long1 double precision, lat2 double precision, long2 double precision)
returns double precision language sql immutable parallel safe return
  case when lat1 + long1 + lat2 + long2 is not null then
    12742 * asin(least(1, sqrt(
      power(sin(radians(lat2 - lat1) / 2), 2) + cos(radians(lat1)) * cos(radians(lat2)) * power(sin(radians(long2 - long1) / 2), 2)))) end;
