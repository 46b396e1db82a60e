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
