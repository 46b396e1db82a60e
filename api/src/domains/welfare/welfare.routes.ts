import { answerWelfareCheck } from '@portal/contracts/welfare/welfare.endpoints';
import { listWelfareChecks, setWelfareCheck } from '@portal/contracts/welfare/welfare.staff';
import { bind, bindOpen } from '../../platform/http/routes';
import * as welfare from './welfare.service';

export const welfareRoutes = [
  bind(answerWelfareCheck, (me, input) => welfare.answer(me.id, input)),
  bindOpen(setWelfareCheck, (input) => welfare.set(input)),
  bindOpen(listWelfareChecks, () => welfare.list()),
];
