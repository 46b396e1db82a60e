import type { LiveNotice } from '@portal/contracts/_kernel/event';
import type { PersistentNotice } from '@portal/contracts/_kernel/persistentNotices';
import type { Welfare } from '@portal/contracts/_kernel/welfare';
import type { CoverEnd } from '@portal/contracts/covers/covers.rules';
import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Tables } from './database/tables';
import type { EncryptedColumn } from './identity/key-rotation';
import type { GuardJoinSql, SignedIn } from './identity/sessions';

/**
 * An event of a running shift: the guard starts it, answers a welfare check, takes and ends a break, or ends the shift; or staff close it, which is no
 * sign of the guard. `sos-ended`: the guard's own SOS does not call the team any more.
 */
export interface ShiftEvent {
  type: 'start' | 'answer' | 'break' | 'break-ended' | 'end' | 'close' | 'sos-ended';
  at: string;
  /** How far the true instant can be from `at`; missing or null if that is not known. */
  withinMs?: number | null | undefined;
}

/** Functions of domains that the platform and lower domains call. `domains/index.ts` passes them. */
export interface DomainHooks {
  /** Throws for a wrong password of the guard, and confirms the session for a right one. */
  requirePassword(me: Pick<SignedIn, 'id' | 'sessionId'>, given: { password: string }): Promise<void>;
  /** The start of the guard's current shift; null if there is none. */
  findShiftStart(guardId: string): Promise<string | null>;
  /** Counts at the menu entries, by domain. */
  badgeCounts: Readonly<Record<string, (guardId: string) => Promise<number>>>;
  /** The notices of a guard since an instant. */
  missedNotices(guardId: string, since: Date): Promise<LiveNotice[]>;
  persistentNotices: Readonly<Record<string, (guardId: string) => Promise<PersistentNotice[]>>>;
  /** Whether a guard may see a file of another guard. */
  canViewFile(guardId: string, filename: string): Promise<boolean>;
  /** The notes of a shift for its record. */
  notesOfShift(shiftId: string, onlyOf: string | null): Promise<WorkedShift['enotes']>;
  /** The state of the post orders on a guard's shift; null if its site has none. */
  ordersOnShift(guardId: string, jobId: string, assignmentId: string): Promise<WorkedShift['orders']>;
  /** The handover of a guard's shift. */
  handoverOnShift(guardId: string, assignmentId: string): Promise<WorkedShift['handover']>;
  /** The steps of cover on a guard's shift for its record. */
  coverOnShift(guardId: string, shiftId: string): Promise<NonNullable<WorkedShift['cover']>>;
  /** Ends the live cover offers of a job, of one of its guards or shifts, in the transaction that locked the job. */
  endCoverOffers(of: { jobId: string; guardId?: string; shiftId?: string }, because: CoverEnd): Promise<void>;
  /** The welfare check follows an event of a shift, in the same transaction. */
  followShift(assignmentId: string, event: ShiftEvent): Promise<unknown>;
  /** The welfare check of a shift; null if its site has none. */
  welfareOnShift(jobId: string, assignmentId: string): Promise<Welfare | null>;
  /** Sends the guard the message about an approval. */
  notifyApproval(guardId: string): Promise<unknown>;
  /** Run after the delivery of messages about rows of a domain, in the transaction that records it. */
  onDelivered: Readonly<Record<string, (id: string, at: string) => Promise<unknown>>>;
  encryptedColumns: readonly EncryptedColumn[];
  guardOfSession: GuardJoinSql;
  /** SQL condition: the guard has a second factor. */
  hasSecondFactor(guardId: RawBuilder<unknown>): RawBuilder<boolean>;
  /** The id of the guard with this e-mail address; null if there is none. */
  findGuardId(email: string): Promise<string | null>;
  /** Deletes the registration cookies of a guard. */
  deleteRegistrations(guardId: string): Promise<unknown>;
  /** The tables whose rows are locked by the kinds of `lock` with a row. */
  lockedTables: Readonly<Record<'job' | 'guard' | 'room', keyof Tables>> | null;
  /** Age in seconds of the oldest unanswered SOS, in one row. */
  unansweredSosAge(): Promise<{ seconds: number }[]>;
}

/** For commands and tests without domains. */
export const noHooks: DomainHooks = {
  async requirePassword() {
    throw new Error('Without domains no password can be checked');
  },
  findShiftStart: async () => null,
  badgeCounts: {},
  missedNotices: async () => [],
  persistentNotices: {},
  canViewFile: async () => false,
  notesOfShift: async () => [],
  ordersOnShift: async () => null,
  handoverOnShift: async () => null,
  coverOnShift: async () => [],
  endCoverOffers: async () => undefined,
  followShift: async () => undefined,
  welfareOnShift: async () => null,
  notifyApproval: async () => undefined,
  onDelivered: {},
  encryptedColumns: [],
  guardOfSession: {
    columns: 's.guard_id as id',
    join: '',
    stepOf: () => {
      throw new Error('Without domains no guard has a step');
    },
  },
  hasSecondFactor: () => sql`false`,
  findGuardId: async () => null,
  deleteRegistrations: async () => undefined,
  lockedTables: null,
  unansweredSosAge: async () => [],
};
