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
  /** Null: never. */
  usedAt: instant().nullable().defined(),
});

/** What is said with the 409 of a write that was done already under its Idempotency-Key: which line of the audit it is. */
export const doneBeforeShape = object({
  number: number().required(),
  at: instant().required(),
  reference: string().required(),
});

/** Makes a key of one person's own. The reply is the only place where it ever stands. */
export const createKey = endpoint({
  id: 'staff.create-key',
  method: 'POST',
  path: '/keys/create',
  auth: 'staff',
  roles: ['ops'],
  input: object({
    name: optionalText(80).required(staffMessages.name),
    role: string()
      .oneOf([...staffRoles], staffMessages.role)
      .required(staffMessages.role),
    /** The last day on which it counts, in Toronto. */
    expires: civilDate().required(staffMessages.expires),
  }),
  output: keyShape.shape({ key: secret().required() }),
  knowsRepeats: true,
});

/** The key counts no more from now on, and its open sockets end. Revoked before, it replies as it stands. */
export const revokeKey = endpoint({
  id: 'staff.revoke-key',
  method: 'POST',
  path: '/keys/revoke',
  auth: 'staff',
  roles: ['ops'],
  input: object({ keyId: id().required() }),
  output: keyShape,
});

/** Every key there ever was, the latest first; none says its secret. */
export const listKeys = endpoint({
  id: 'staff.keys',
  method: 'GET',
  path: '/keys',
  auth: 'staff',
  roles: ['ops'],
  input: nothing(),
  output: array(keyShape.required()).required(),
});

/**
 * What staff did, the latest first, at most 200 and what was done in the same moment as the last of them: by whom (a name or a key's id),
 * since a day, and before an instant, such as the last one's `at`. Of each act the first 100 rows that it changed.
 */
export const readAudit = endpoint({
  id: 'staff.audit',
  method: 'GET',
  path: '/audit',
  auth: 'staff',
  roles: ['ops'],
  input: object({ by: optionalText(80), since: civilDate(), before: instant().optional() }),
  output: array(
    object({
      /** What a repeated write names it by. */
      number: number().nullable(),
      at: instant().required(),
      by: string().required(),
      keyId: string().nullable().defined(),
      role: string().nullable().defined(),
      act: string().required(),
      /** What the call named, by ids. */
      target: object().required(),
      changes: array(
        object({
          table: string().required(),
          row: string().nullable().defined(),
          before: anything(),
          after: anything(),
        }).required(),
      ).required(),
      /** How many rows it changed beyond these. */
      changesLeft: number().nullable(),
      reference: string().required(),
    }).required(),
  ).required(),
});
