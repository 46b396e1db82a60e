import { myEarning } from '@portal/contracts/earnings/earnings.endpoints';
import { bind } from '../../platform/http-binding';
import * as earnings from './earnings.service';

export const earningsRoutes = [bind(myEarning, (me, input) => earnings.list(me.id, input))];
