import { login, logout, session } from '@portal/contracts/auth/auth.endpoints';
import { nowText } from '../../platform/clock';
import { bind, bindOpen } from '../../platform/http-binding';
import { endSession } from '../../platform/sessions';
import * as guards from '../guards/guards.service';
import { logIn } from './auth.service';

export const authRoutes = [
  bindOpen(login, (input, { address }) => logIn(input, address)),
  bind(logout, async (me) => {
    await endSession(me.sessionId);
    return null;
  }),
  bind(session, async (me) => ({ guard: await guards.guard(me.id), now: nowText() })),
];
