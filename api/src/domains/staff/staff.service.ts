import { addDays, torontoDate } from '@portal/contracts/_kernel/clock';
import type { Input, Output } from '@portal/contracts/_kernel/endpoint';
import { keyLivesAtMostDays, staffMessages } from '@portal/contracts/staff/staff.rules';
import type { createKey, readAudit } from '@portal/contracts/staff/staff.staff';
import { now, nowText } from '../../platform/clock';
import { transaction } from '../../platform/database/db';
import { fail, failValidation } from '../../platform/http/errors';
import { isReservedName, newStaffKey } from '../../platform/identity/staff-keys';
import { endStaffSockets } from '../../platform/live/realtime';
import * as staff from './staff.repository';

const LISTED = 200;
/** Per call: a batch of encrypted numbers, or a new list of questions, changes hundreds of rows. */
const CHANGES = 100;

const known = async (keyId: string): Promise<staff.StaffKey> => (await staff.keyById(keyId)) ?? fail(404, staffMessages.unknownKey);

/** Creates a key of one person; the key is in this reply and not stored. */
export const create = ({ name, role, expires }: Input<typeof createKey>): Promise<Output<typeof createKey>> =>
  transaction(async () => {
    const today = torontoDate(now());
    if (expires < today || expires > addDays(today, keyLivesAtMostDays)) failValidation({ expires: staffMessages.expires });
    if (isReservedName(name)) failValidation({ name: 'The audit says this name of acts without a key: give another one.' });
    const { key, hash } = newStaffKey();
    const keyId = await staff.insertKey({ name, role, hash, expires, now: nowText() });
    return { ...(await known(keyId)), key };
  });

/** Revokes a key immediately. 404 when there is none. */
export const revoke = (keyId: string): Promise<staff.StaffKey> =>
  transaction(async () => {
    if (await staff.setRevoked(keyId, nowText())) endStaffSockets(keyId);
    return known(keyId);
  });

export const list = staff.keys;

/** The audit of staff calls. */
export const audit = ({ by, since, before }: Input<typeof readAudit>): Promise<Output<typeof readAudit>> =>
  staff.acts({ by: by ?? null, since: since ?? null, before: before ?? null }, { acts: LISTED, changes: CHANGES });
