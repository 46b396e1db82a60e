import { demo, demoJobs } from './demo';
import type { SeedJob } from './jobs';
import { seedId } from './random';
import { type Connection, insert } from './rows';

const HOUR = 3_600_000;

/** Hours ago, job, title, description, the answer of staff and its hours ago. */
const asked: readonly [hours: number, job: number, title: string, description: string, answer: [hours: number, text: string] | null][] = [
  [
    170,
    demoJobs.over,
    'The key box was empty',
    'When I came on the first day the key box was empty and I had to wait for the caretaker. Who keeps the second key?',
    [150, 'The caretaker, on the second floor. We have asked him to leave it in the box from now on. Thank you for telling us.'],
  ],
  [26, demoJobs.tomorrow, 'Where may I park?', 'The lot beside the site is private. Is there a place for guards?', null],
];

/** Two tickets of the demo guard's, one of them answered; of type 5 (Others), which needs no picture. */
export async function seedTickets(connection: Connection, jobs: readonly SeedJob[], now: Date): Promise<void> {
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR).toISOString();
  const tickets = asked.map(([hours, job, ticket_title, description], place) => ({
    id: seedId('ticket', place),
    guard_id: demo.id,
    job_id: jobs[job]?.job.id,
    ticket_type: 5,
    ticket_title,
    description,
    images: [],
    created_at: ago(hours),
  }));
  await insert(connection, 'tickets', tickets);
  const answers = asked.flatMap(([, , , , answer], place) =>
    answer
      ? [{ id: seedId('ticket-response', place), ticket_id: seedId('ticket', place), response: answer[1], created_at: ago(answer[0]) }]
      : [],
  );
  await insert(connection, 'ticket_responses', answers);
}
