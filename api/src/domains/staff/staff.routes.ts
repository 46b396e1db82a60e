import { createKey, listKeys, readAudit, revokeKey } from '@portal/contracts/staff/staff.staff';
import { bindOpen } from '../../platform/http/routes';
import * as staff from './staff.service';

export const staffRoutes = [
  bindOpen(createKey, (input) => staff.create(input)),
  bindOpen(revokeKey, ({ keyId }) => staff.revoke(keyId)),
  bindOpen(listKeys, () => staff.list()),
  bindOpen(readAudit, (input) => staff.audit(input)),
];
