/**
 * What a member of staff may be.
 * - `support`: guards and visitors who write, and whether a guard is approved.
 * - `dispatcher`: jobs, shifts, who works them, and an SOS.
 * - `finance`: where guards are paid, and their withdrawals.
 * - `ops`: staff's keys, the audit, the public texts, deletions, what runs behind the portal.
 */
export const staffRoles = ['support', 'dispatcher', 'finance', 'ops'] as const;
export type StaffRole = (typeof staffRoles)[number];

/** Who may make a staff call. `rehearsal`: nobody; tests and demonstrations make it, by the shared token, and production does not have it. */
export type StaffRoles = readonly [StaffRole, ...StaffRole[]] | 'rehearsal';
