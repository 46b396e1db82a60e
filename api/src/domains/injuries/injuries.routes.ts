import { injuryDetail, injuryTypes, listInjuries, reportInjury } from '@portal/contracts/injuries/injuries.endpoints';
import { answerInjury, openInjuries } from '@portal/contracts/injuries/injuries.staff';
import { bind, bindOpen } from '../../platform/http/routes';
import * as injuries from './injuries.service';

export const injuriesRoutes = [
  bind(reportInjury, (me, input) => injuries.report(me.id, input)),
  bind(listInjuries, (me, input) => injuries.list(me.id, input)),
  bind(injuryDetail, (me, { id }) => injuries.detail(me.id, id)),
  bind(injuryTypes, () => injuries.listTypes()),
  bindOpen(answerInjury, (input) => injuries.answer(input)),
  bindOpen(openInjuries, () => injuries.listOpen()),
];
