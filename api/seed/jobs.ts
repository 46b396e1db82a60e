import { addDays, torontoDate } from '@portal/contracts/_kernel/clock';
import { cities } from '../src/domains/jobs/cities';
import { type DemoTimes, demoTimes } from './demo';
import { conditions, jobTexts } from './job-texts';
import { type Random, seedId } from './random';
import { allHours, jobDates, workingDayAround } from './schedule';
import { specialities, specialityId } from './specialities';

/** The period of a seeded job. */
type Lot = 'coming' | 'running' | 'over' | 'closed' | 'waiting' | 'rejected' | 'cancelled';

const lots: readonly { lot: Lot; count: number; status: number }[] = [
  { lot: 'coming', count: 176, status: 1 },
  { lot: 'running', count: 18, status: 1 },
  { lot: 'over', count: 10, status: 1 },
  { lot: 'closed', count: 58, status: 5 },
  { lot: 'waiting', count: 15, status: 0 },
  { lot: 'rejected', count: 8, status: 2 },
  { lot: 'cancelled', count: 15, status: 3 },
];

export interface SeedJob {
  lot: Lot;
  job: { id: string; status: number; hourly_rate: string; title: string };
  location: Record<string, unknown>;
  shifts: { id: string; job_id: string; shift_date: string; start_time: string; end_time: string }[];
}

function times(random: Random, lot: Lot, now: Date): DemoTimes {
  const jobType = random.chance(0.6) ? 1 : random.chance(0.6) ? 2 : 3;
  const today = torontoDate(now);
  const [start, end] = random.pick(allHours);
  if (lot === 'running') {
    const shift = workingDayAround(now, random.between(1, 5));
    return { jobType, days: jobDates(random, jobType, shift.date), start: shift.start, end: shift.end };
  }
  if (lot === 'over' || lot === 'closed') {
    const back = lot === 'over' ? random.between(2, 6) : random.between(4, 120);
    const days = jobDates(random, jobType, addDays(today, -back));
    const lastDay = addDays(today, -2);
    return { jobType, days: days.filter((day) => day <= lastDay), start, end };
  }
  return { jobType, days: jobDates(random, jobType, addDays(today, random.between(1, 45))), start, end };
}

function place(random: Random, index: number, speciality: keyof typeof jobTexts) {
  const city = random.pick(cities);
  const offset = () => random.between(-35, 35) / 1000;
  const location_name = `${random.pick(jobTexts[speciality].sites)}, ${random.between(2, 890)} ${random.pick(city.streets)}, ${city.name}`;
  const [lat, long] = [city.lat + offset(), city.long + offset()].map((degrees) => Number(degrees.toFixed(5)));
  return { id: seedId('location', index), location_name, city: city.name, lat, long };
}

function job(random: Random, index: number, { lot, status }: (typeof lots)[number], now: Date): SeedJob {
  const speciality = random.pick(specialities).name;
  const texts = jobTexts[speciality];
  const location = place(random, index, speciality);
  const usual = times(random, lot, now);
  const { jobType, days, start, end } = demoTimes(index, now) ?? usual;
  const rate = random.between(72, 170) / 4;
  const id = seedId('job', index);
  const row = {
    id,
    customer_id: seedId('customer', random.between(0, 39)),
    location_id: location.id,
    speciality_id: specialityId(speciality),
    title: random.pick(texts.titles),
    description: [...random.some(texts.duties, 2), ...random.some(conditions, random.between(1, 3))].join(' '),
    job_type: days.length === 1 ? 1 : jobType,
    status,
    hourly_rate: rate.toFixed(2),
    dress_code: random.between(1, 3),
    transportation: random.between(1, 3),
    client_rating: random.chance(0.2) ? '0' : (random.between(4, 10) / 2).toFixed(1),
    place: location.location_name,
    lat: location.lat,
    long: location.long,
    has_vacancy: index % 11 !== 5,
    uses_ai: index % 13 === 7,
    site_phone: `41655501${String(index % 100).padStart(2, '0')}`,
    created_at: new Date(now.getTime() - random.between(1, 400) * 3_600_000 - (lot === 'closed' ? 90 * 86_400_000 : 0)).toISOString(),
  };
  const shifts = days.map((day) => ({
    id: seedId('shift', `${index}:${day}`),
    job_id: id,
    shift_date: day,
    start_time: start,
    end_time: end,
  }));
  return { lot, job: row, location, shifts };
}

/** The jobs that are seeded as closed. */
export const closedJobs = (): string[] =>
  lots
    .flatMap(({ lot, count }) => Array.from({ length: count }, () => lot))
    .flatMap((lot, index) => (lot === 'closed' ? [seedId('job', index)] : []));

/** 300 jobs of every type and status, spread over the nine cities, the weeks ahead and the months behind. */
export function jobs(random: Random, now: Date): SeedJob[] {
  let index = 0;
  return lots.flatMap((lot) => Array.from({ length: lot.count }, () => job(random, index++, lot, now)));
}
