import { acceptCover, declineCover, listCovers, offerCover, withdrawCover } from '@portal/contracts/covers/covers.endpoints';
import { approveCover, liveCovers, refuseCover, setCoverRule } from '@portal/contracts/covers/covers.staff';
import { bind, bindOpen } from '../../platform/http/routes';
import * as covers from './covers.service';

export const coversRoutes = [
  bind(listCovers, (me) => covers.list(me.id)),
  bind(offerCover, (me, input) => covers.offer(me.id, input)),
  bind(withdrawCover, (me, input) => covers.withdraw(me.id, input)),
  bind(acceptCover, (me, input) => covers.accept(me.id, input)),
  bind(declineCover, (me, input) => covers.decline(me.id, input)),
  bindOpen(liveCovers, () => covers.listLive()),
  bindOpen(approveCover, (input) => covers.approve(input)),
  bindOpen(refuseCover, (input) => covers.refuse(input)),
  bindOpen(setCoverRule, (input) => covers.setRule(input)),
];
