/**
 * The roles of staff.
 * - `support`: guards and visitors who write, and the approval of guards.
 * - `dispatcher`: jobs, shifts, assignments and SOS.
 * - `finance`: bank details and withdrawals of guards.
 * - `ops`: staff keys, the audit, public texts, deletions and operations.
 */
export const staffRoles = ['support', 'dispatcher', 'finance', 'ops'] as const;
export type StaffRole = (typeof staffRoles)[number];

/** The roles that may make a staff call. `rehearsal`: tests and demonstrations by their shared token; absent in production. */
export type StaffRoles = readonly [StaffRole, ...StaffRole[]] | 'rehearsal';

/** The command of a call in `npm run staff --`. A guard is named by id or e-mail. */
export interface StaffCommand<Key extends string = string> {
  readonly name: string;
  readonly summary: string;
  /** Input keys in the order in which they may be typed without their name. */
  readonly arguments?: readonly Key[];
  /** For commands in batches: the additional input of the next batch; null when none follows. */
  readonly nextBatch?: (data: unknown) => Readonly<Record<string, unknown>> | null;
  /** The input key whose text is read from `--file`, and a check of the text before it is sent. */
  readonly textFile?: { readonly key: Key; readonly problem: (text: string) => string | null };
  /** The reply is a file, which is saved under `--to`. */
  readonly savesFile?: true;
}
