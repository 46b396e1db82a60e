import { readBank, rotateKeys, saveBank } from '@portal/contracts/guards/guards.endpoints';
import { bindOpen, bindPrepared } from '../../platform/http/http-binding';
import { rotateKeys as rotate } from '../../platform/identity/vaults';
import { requireOwn } from '../guards/guards.service';
import { requirePassword } from '../guards/password.service';
import * as bank from './bank.service';

export const bankRoutes = [
  bindPrepared(
    saveBank,
    async (me, { id, password }) => {
      requireOwn(me.id, id);
      await requirePassword(me, { password });
    },
    (_me, input) => bank.saveBank(input),
  ),
  bindOpen(readBank, ({ guard }) => bank.readBank(guard)),
  bindOpen(rotateKeys, ({ after }) => rotate(after)),
];
