import { systemWords } from '@portal/contracts/chat/chat.rules';
import { demo, demoJobs } from './demo';
import type { SeedJob } from './jobs';
import { seedId } from './random';
import { type Connection, insert } from './rows';

const MINUTE = 60_000;

/** Minutes ago, the author (a colleague by number), and the text. */
type Said = [minutesAgo: number, by: 'staff' | 'me' | number, message: string];

/** The chats of the demo guard's present jobs. The last messages are unread. */
const talks: readonly { job: number; said: readonly Said[] }[] = [
  {
    job: demoJobs.running,
    said: [
      [1440, 'staff', 'Welcome, all. The site contact is at the loading dock until noon; the keys are in the box beside door 4.'],
      [1395, 0, 'Thanks. Is the side gate still broken?'],
      [1380, 'staff', 'It was repaired on Monday. Please check that it locks, and write an e-note if it does not.'],
      [110, 'me', 'I am on site. Side gate locks fine.'],
      [104, 0, 'Good. I take the first round, you the desk?'],
      [102, 'me', 'Works for me. I relieve you on the hour.'],
      [35, 0, 'All quiet on the north side. One delivery van at dock 2, papers in order.'],
    ],
  },
  {
    job: demoJobs.tomorrow,
    said: [
      [2700, 'staff', 'Hello both. Dress code is business for the first day: the owner comes by at 10:00.'],
      [2640, 1, 'Understood. Where do we park?'],
      [2600, 'staff', 'Behind the building, visitor spaces 11 to 14.'],
      [2580, 'me', 'Thank you, see you there.'],
    ],
  },
];

/** Every job with an award has a room, with all awarded guards in it. */
async function rooms(connection: Connection): Promise<void> {
  await connection.query(
    `insert into chat_rooms (id, job_id, last_at, created_at, closed_at)
     select md5('chat' || j.id)::uuid, j.id, min(a.created_at), min(a.created_at), case when j.status = 3 then min(a.created_at) + interval '1 day' end
     from jobs j join applications a on a.job_id = j.id where a.state = 'awarded' group by j.id`,
  );
  await connection.query(
    `insert into chat_participants (room_id, guard_id, joined_at) select r.id, a.guard_id, a.created_at
     from chat_rooms r join applications a on a.job_id = r.job_id where a.state = 'awarded'`,
  );
  const [before, after] = systemWords.joined('\n').split('\n');
  await connection.query(
    `insert into chat_messages (id, room_id, sender_type, guard_id, message, is_quiet, sent_at)
     select md5('joined' || p.room_id || p.guard_id)::uuid, p.room_id, 'system', p.guard_id, $1 || g.first_name || ' ' || g.last_name || $2, true,
       p.joined_at + interval '1 millisecond' * row_number() over (partition by p.room_id order by p.guard_id)
     from chat_participants p join guards g on g.id = p.guard_id`,
    [before, after],
  );
}

/** Rooms, their participants and messages. */
export async function seedChat(connection: Connection, jobs: readonly SeedJob[], guards: readonly string[], now: Date): Promise<void> {
  await rooms(connection);
  const { rows } = await connection.query('select id, job_id from chat_rooms');
  const roomOf = new Map(rows.map(({ id, job_id }) => [job_id, id]));
  const sender = (by: Said[1]) => (by === 'staff' ? null : by === 'me' ? demo.id : guards[by]);
  const messages = talks.flatMap(({ job, said }) =>
    said.map(([minutesAgo, by, message], place) => ({
      id: seedId('message', `${job}-${place}`),
      room_id: roomOf.get(jobs[job]?.job.id),
      sender_type: by === 'staff' ? 'staff' : 'guard',
      guard_id: sender(by),
      client_id: by === 'staff' ? null : seedId('said', `${job}-${place}`),
      message,
      sent_at: new Date(now.getTime() - minutesAgo * MINUTE).toISOString(),
    })),
  );
  await insert(connection, 'chat_messages', messages);
  await connection.query(
    `insert into chat_messages (id, room_id, sender_type, message, is_quiet, sent_at)
     select md5('closed' || id)::uuid, id, 'system', $1, true, closed_at from chat_rooms where closed_at is not null`,
    [systemWords.cancelled],
  );
  await connection.query('update chat_rooms r set last_at = (select max(m.sent_at) from chat_messages m where m.room_id = r.id)');
  await connection.query(
    `update chat_participants p set delivered_at = r.last_at, read_at = coalesce(
       (select max(m.sent_at) from chat_messages m where m.room_id = r.id and m.guard_id = p.guard_id and m.sender_type = 'guard'), r.last_at)
     from chat_rooms r where r.id = p.room_id`,
  );
}
