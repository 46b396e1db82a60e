import { saveBank } from '@portal/contracts/guards/guards.endpoints';
import { readBank, rotateKeys } from '@portal/contracts/guards/guards.staff';
import { bind, bindOpen } from '../../platform/http/routes';
import { rotateKeys as rotate } from '../../platform/identity/key-rotation';
import { requireOwn } from '../guards/guards.service';
import * as bank from './bank.service';

export const bankRoutes = [
  bind(saveBank, (me, input) => {
    requireOwn(me.id, input.id);
    return bank.saveBank(input);
  }),
  bindOpen(readBank, ({ guard }) => bank.readBank(guard)),
  bindOpen(rotateKeys, ({ after }) => rotate(after)),
];
