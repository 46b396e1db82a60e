import { array, number, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { anything, civilDate, id, instant, nothing, optionalText, secret } from '../_kernel/shapes';
import { staffRoles } from '../_kernel/staff';
import { string } from '../_kernel/text';
import { staffMessages } from './staff.rules';

const keyShape = object({
  keyId: string().required(),
  name: string().required(),
  role: string()
    .oneOf([...staffRoles])
    .required(),
  createdAt: instant().required(),
  expiresAt: instant().required(),
  revokedAt: instant().nullable().defined(),
  /** Null: never used. */
  usedAt: instant().nullable().defined(),
});

/** Data of a 409 for a write that was already done with the same Idempotency-Key: its line in the audit. */
export const doneBeforeShape = object({
  number: number().required(),
  at: instant().required(),
  reference: string().required(),
});

/** Creates a key for one person. Only this reply contains the key. */
export const createKey = endpoint({
  id: 'staff.create-key',
  method: 'POST',
  path: '/keys/create',
  auth: 'staff',
  roles: ['ops'],
  command: {
    name: 'create-key',
    summary: 'makes the key of a person and prints it once; --database makes the first one, directly in the database',
  },
  input: object({
    name: optionalText(80).required(staffMessages.name),
    role: string()
      .oneOf([...staffRoles], staffMessages.role)
      .required(staffMessages.role),
    /** The last day of validity, in Toronto. */
    expires: civilDate().required(staffMessages.expires),
  }),
  output: keyShape.shape({ key: secret().required() }),
  knowsRepeats: true,
});

/** Revokes a key and closes its open sockets. A repeated call replies with the current state. */
export const revokeKey = endpoint({
  id: 'staff.revoke-key',
  method: 'POST',
  path: '/keys/revoke',
  auth: 'staff',
  roles: ['ops'],
  command: { name: 'revoke-key', arguments: ['keyId'], summary: 'revokes a key immediately' },
  input: object({ keyId: id().required() }),
  output: keyShape,
});

/** All keys, including revoked ones, latest first, without their secrets. */
export const listKeys = endpoint({
  id: 'staff.keys',
  method: 'GET',
  path: '/keys',
  auth: 'staff',
  roles: ['ops'],
  command: { name: 'keys', summary: 'lists all keys, latest first' },
  input: nothing(),
  output: array(keyShape.required()).required(),
});

/**
 * The staff audit, latest first: at most 200 calls, and all others with the instant of the last one. Filters: `by` (a name or a key's id),
 * a first day, and `before` (an instant). Each call lists the first 100 rows that it changed.
 */
export const readAudit = endpoint({
  id: 'staff.audit',
  method: 'GET',
  path: '/audit',
  auth: 'staff',
  roles: ['ops'],
  command: {
    name: 'audit',
    summary: 'lists the acts of staff, latest first; --by a name or a key, --since a day, --before continues the list',
  },
  input: object({ by: optionalText(80), since: civilDate(), before: instant().optional() }),
  output: array(
    object({
      /** The number by which a repeated write refers to it. */
      number: number().nullable(),
      at: instant().required(),
      by: string().required(),
      keyId: string().nullable().defined(),
      role: string().nullable().defined(),
      act: string().required(),
      /** The ids in the input of the call. */
      target: object().required(),
      changes: array(
        object({
          table: string().required(),
          row: string().nullable().defined(),
          before: anything(),
          after: anything(),
        }).required(),
      ).required(),
      changesLeft: number().nullable(),
      reference: string().required(),
    }).required(),
  ).required(),
});
