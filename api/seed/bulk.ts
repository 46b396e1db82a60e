import type { Connection } from './rows';

/**
 * Adds `count` approved one-day jobs in the weeks after `now`, in two statements, for measurements of the search.
 * They are spread over the north of Ontario, more than 75 km from the served cities, unless `near` puts them among those.
 */
export async function bulkJobs(connection: Connection, count: number, now: Date, { near = false } = {}): Promise<void> {
  await connection.query(
    `with served as (select lat, long, row_number() over (order by id) - 1 as number, count(*) over () as many from locations),
    spots as (
      insert into locations (location_name, city, lat, long)
      select 'Depot ' || g, 'North', 47 + (g * 7 % 800) / 100.0, -94 + (g * 13 % 1300) / 100.0 from generate_series(1, $1::int) g
      returning id, location_name, lat, long
    )
    insert into jobs (customer_id, location_id, speciality_id, title, description, job_type, status, hourly_rate, dress_code, transportation, client_rating, place, lat, long, created_at)
    select (select id from customers order by id limit 1), spots.id, (select id from specialities order by name offset n % 10 limit 1),
      (array['Warehouse guard', 'Yard patrol', 'Depot gate officer', 'Night watch', 'Fence patrol'])[1 + n % 5], 'Rounds every hour, a report at the end. Lot ' || n,
      1, 1, 18 + n % 60 / 2.0, 1 + n % 3, 1 + n / 3 % 3, n % 11 / 2.0, spots.location_name,
      case when $3 then served.lat + n % 61 / 1000.0 - 0.03 else spots.lat end, case when $3 then served.long + n % 67 / 1000.0 - 0.03 else spots.long end,
      $2::timestamptz - interval '1 minute' * (n % 40000)
    from (select *, substr(location_name, 7)::int as n from spots) spots left join served on $3 and served.number = spots.n % served.many`,
    [count, now.toISOString(), near],
  );
  await connection.query(
    `insert into shifts (job_id, shift_date, start_time, end_time)
    select j.id, ($1::timestamptz at time zone 'America/Toronto')::date + 1 + abs(hashtext(j.id::text)) % 60, time '00:00' + interval '1 hour' * (abs(hashtext(j.id::text)) / 64 % 24),
      time '00:00' + interval '1 hour' * ((abs(hashtext(j.id::text)) / 64 + 8) % 24)
    from jobs j where not exists (select 1 from shifts s where s.job_id = j.id)`,
    [now.toISOString()],
  );
  await connection.query('analyze jobs, shifts, locations');
}
