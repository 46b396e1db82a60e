import { makeFeed, readFeed, revokeFeed, showFeed } from '@portal/contracts/calendar/calendar.endpoints';
import { bind, bindFile, type Route } from '../../platform/http/routes';
import * as calendar from './calendar.service';

export const calendarRoutes = ({ portalUrl }: { portalUrl: string }): Route[] => [
  bind(showFeed, (me) => calendar.show(me.id)),
  bind(makeFeed, (me) => calendar.make(me, portalUrl)),
  bind(revokeFeed, (me) => calendar.revoke(me.id)),
  bindFile(readFeed, (_guard, { token }) => calendar.read(token)),
];
