import { type Endpoint, type Input, isSocketCall } from '@portal/contracts/_kernel/endpoint';
import { applyForJob } from '@portal/contracts/applications/applications.endpoints';
import { sendMessage } from '@portal/contracts/chat/chat.endpoints';
import { addDocument, listDocuments, updateDocument } from '@portal/contracts/documents/documents.endpoints';
import { requestWithdrawal } from '@portal/contracts/earnings/earnings.withdrawals';
import { writeEnote } from '@portal/contracts/enotes/enotes.endpoints';
import { reportInjury } from '@portal/contracts/injuries/injuries.endpoints';
import { askForExport } from '@portal/contracts/privacy/privacy.endpoints';
import { arrive, breakReasons, endBreak, endJob, endJobReasons, startJob, takeBreak } from '@portal/contracts/shifts/shifts.endpoints';
import { createTicket } from '@portal/contracts/tickets/tickets.endpoints';
import type { Caller } from '../bench/api/caller';
import type { Person } from './people';
import type { Server } from './server';

/** When a document ends that took another one's place. */
const REPLACED = '2031-01-31';

/** What an act leaves behind, each counted in the database. */
export type Marks = Partial<Record<keyof typeof counts, number>>;

/** How much of each is there for one person: `$1` the guard, `$2` the assignment, `$3` the job applied for. */
const counts = {
  applications: 'select count(*) from applications where guard_id = $1 and job_id = $3',
  arrivals: 'select count(arrived_at) from assignments where id = $2',
  starts: 'select count(started_at) from assignments where id = $2',
  breaks: 'select count(*) from breaks where assignment_id = $2',
  breaksEnded: 'select count(ended_at) from breaks where assignment_id = $2',
  notes: 'select count(*) from e_notes where guard_id = $1',
  ends: 'select count(ended_at) from assignments where id = $2',
  credits: 'select count(*) from transactions where assignment_id = $2',
  messages: `select count(*) from chat_messages where guard_id = $1 and sender_type = 'guard'`,
  tickets: 'select count(*) from tickets where guard_id = $1',
  ticketPictures: 'select count(*) from media m join tickets t on m.filename = any(t.images) where t.guard_id = $1',
  injuries: 'select count(*) from injuries where guard_id = $1',
  injuryPictures: 'select count(*) from media m join injuries i on m.filename = any(i.files) where i.guard_id = $1',
  withdrawals: 'select count(*) from withdrawals where guard_id = $1',
  copies: 'select count(*) from exports where guard_id = $1',
  reservedCents: 'select coalesce(sum(amount) * 100, 0) from withdrawals where guard_id = $1',
  documents: 'select count(*) from guard_documents where guard_id = $1',
  documentsReplaced: `select count(*) from guard_documents where guard_id = $1 and expiry_date = '${REPLACED}'`,
  documentPictures: 'select count(*) from media m join guard_documents d on d.file = m.filename where d.guard_id = $1',
  // What no row names any more is gone, and what one names is there: none is left by any act.
  strayPictures: `select count(*) from media m where owner_id = $1 and not exists (select from guard_documents d where d.file = m.filename)
    and not exists (select from tickets t where m.filename = any(t.images)) and not exists (select from injuries i where m.filename = any(i.files))`,
  cents: 'select coalesce(sum(amount) * 100, 0) from transactions where guard_id = $1',
};
export const markNames = Object.keys(counts) as (keyof Marks)[];

export async function marksOf(server: Pick<Server, 'query'>, { id, assignmentId, openJobId }: Person): Promise<Required<Marks>> {
  const columns = Object.entries(counts).map(([name, query]) => `(${query})::int as "${name}"`);
  const [row] = await server.query<Required<Marks>>(`select ${columns.join(', ')}, $1::uuid, $2::uuid, $3::uuid`, [
    id,
    assignmentId,
    openJobId,
  ]);
  if (!row) throw new Error('the database counted nothing');
  return Object.fromEntries(markNames.map((name) => [name, row[name]])) as Required<Marks>;
}

export interface Act {
  name: string;
  send(server: Caller, person: Person, key: string): Promise<{ code: number; message: string }>;
  leaves: Marks;
  /** By the live line, not over HTTP. */
  isLive?: boolean;
}

export interface Reasons {
  breakReasonId: string;
  endReasonId: string;
}

export async function readReasons(server: Caller, { token }: Person): Promise<Reasons> {
  const [breaks, ends] = [await server.get(breakReasons, {} as never, { token }), await server.get(endJobReasons, {} as never, { token })];
  return { breakReasonId: breaks[0]?.id ?? '', endReasonId: ends[0]?.id ?? '' };
}

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const act = <In>(name: string, endpoint: Endpoint<In, unknown>, input: (person: Person) => In, leaves: Marks): Act => ({
  name,
  leaves,
  isLive: isSocketCall(endpoint as Endpoint),
  // The input stands still: a repeated key must come with the same one.
  send: (server, person, key) => server.call(endpoint, input(person) as NoInfer<In>, { token: person.token, key }),
});

const document = { documentType: 'Other' as const, documentNumber: '4711', expiryDate: '2030-01-31' };

/** A picture of one pixel. */
const dot = new File([Buffer.from('R0lGODlhAQABAPAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64')], 'dot.gif', { type: 'image/gif' });

/** A document is added, and its picture and expiry take the place of those before. */
const documentActs: readonly Act[] = [
  act('add a document', addDocument, ({ id }) => ({ ...document, guardId: id, licenseNumber: undefined, file: dot }), {
    ...{ documents: 1, documentPictures: 1 },
  }),
  {
    name: 'replace the document',
    leaves: { documentsReplaced: 1 },
    async send(server, { id, token }, key) {
      const { docs } = await server.get(listDocuments, { guardId: id } as Input<typeof listDocuments>, { token });
      const replaced = { ...document, id: docs[0]?.id ?? '', guardId: id, expiryDate: REPLACED, file: dot };
      return server.call(updateDocument, replaced, { token, key });
    },
  },
];

/**
 * What each person does, one act after the other. A new act is a line here: its endpoint, its input, and what it leaves.
 * The shift runs four hours at $25; a break shortens it by nothing (breaks are paid).
 */
export function actsOf({ breakReasonId, endReasonId }: Reasons): Act[] {
  const [arrived, started, first, firstEnd, second, ended] = [4.5, 4, 3, 2.5, 2, 0].map(hoursAgo) as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const on = ({ jobId, shiftId }: Person) => ({ jobId, shiftId });
  const say = (line: number) =>
    act(
      `say line ${line}`,
      sendMessage,
      ({ id, jobId, roomId, clientIds }) => ({
        ...{ roomId, jobId, senderId: id, senderType: 'guard' as const },
        ...{ clientId: clientIds[line] ?? '', message: `Line ${line}` },
      }),
      { messages: 1 },
    );
  const pause = (at: string) => (person: Person) =>
    ({ ...on(person), guardId: person.id, breakReasonId, description: 'Break', at }) as Input<typeof takeBreak>;
  return [
    act(
      'apply',
      applyForJob,
      ({ id, openJobId, openShiftId }) => ({ userId: id, jobId: openJobId, shiftId: openShiftId, isApply: 1 as const }),
      { applications: 1 },
    ),
    act('arrive', arrive, (person) => ({ ...on(person), at: arrived }) as Input<typeof arrive>, { arrivals: 1 }),
    act('start', startJob, (person) => ({ ...on(person), at: started }) as Input<typeof startJob>, { starts: 1 }),
    act('take a break', takeBreak, pause(first), { breaks: 1 }),
    act('end the break', endBreak, (person) => ({ ...on(person), at: firstEnd }) as Input<typeof endBreak>, { breaksEnded: 1 }),
    act(
      'write an e-note',
      writeEnote,
      ({ jobId }) => ({ jobId, title: 'Patrol done', eventTime: '12:00:00', type: 1 as const, description: 'Quiet.', at: second }),
      {
        notes: 1,
      },
    ),
    act('ask for a copy of everything (export)', askForExport, () => ({}), { copies: 1 }),
    say(0),
    act('take a second break', takeBreak, pause(second), { breaks: 1 }),
    say(1),
    act(
      'write a ticket',
      createTicket,
      ({ jobId }) => ({ ticketType: 0, jobId, ticketTitle: 'Keys', description: 'Which ones?', images: [dot] }),
      { tickets: 1, ticketPictures: 1 },
    ),
    act('report an injury', reportInjury, ({ jobId }) => ({ jobId, title: 'Animal Bite', description: 'By a dog.', file: [dot] }), {
      injuries: 1,
      injuryPictures: 1,
    }),
    ...documentActs,
    say(2),
    act(
      'end the job',
      endJob,
      (person) => ({ ...on(person), guardId: person.id, endReasonId, shiftEndComment: '', at: ended }) as Input<typeof endJob>,
      {
        ...{ ends: 1, credits: 1, breaksEnded: 1, cents: 10_000 },
      },
    ),
    act('ask for a withdrawal of all of it', requestWithdrawal, () => ({ amount: '100.00' }), { withdrawals: 1, reservedCents: 10_000 }),
  ];
}
