import { disconnectSocial, setDevice } from '@portal/contracts/auth/auth.connections';
import { changePassword, forgotPassword, login, logout, resetPassword, session, socialLogin } from '@portal/contracts/auth/auth.endpoints';
import { endEverySession, endSession as endOne, endOtherSessions, listSessions } from '@portal/contracts/auth/auth.sessions';
import { nowText } from '../../platform/clock';
import type { Env } from '../../platform/env';
import { bind, bindOpen, bindPrepared, type Route } from '../../platform/http/http-binding';
import type { SignedIn } from '../../platform/identity/sessions';
import { standingOf } from '../../platform/live/standing';
import * as guards from '../guards/guards.service';
import { logIn } from './auth.service';
import * as change from './change-password';
import { disconnect } from './connections';
import * as devices from './devices';
import { createVerifier } from './identity';
import { askForReset, resetByLink } from './password-reset';
import { socialLogIn } from './social-login';

/** Who has a step to finish first can do nothing about it yet. */
const standingFor = async ({ id, step }: SignedIn) => (step === 'done' || step === 'approval' ? standingOf(id) : []);

/** @param settings.identity whose sign-ins are believed; null where no provider is configured. */
export function authRoutes({ identity, portalUrl }: Pick<Env, 'identity' | 'portalUrl'>): Route[] {
  const verifier = identity && createVerifier(identity);
  return [
    bindOpen(login, (input, visit) => logIn(input, visit)),
    bindOpen(socialLogin, (input, visit) => socialLogIn(verifier, input, visit)),
    bind(disconnectSocial, (me, { socialType }) => disconnect(me.id, socialType)),
    bind(setDevice, (me, { deviceToken }) => devices.nameDevice(me, deviceToken)),
    bindOpen(forgotPassword, (input, { address }) => askForReset(input, address, portalUrl)),
    bindOpen(resetPassword, (input, visit) => resetByLink(input, visit)),
    bindPrepared(
      changePassword,
      change.readyPassword,
      (me, _input, ready, visit) => change.changePassword(me, ready, visit),
      change.rememberAgain,
    ),
    bind(logout, (me, { refreshToken }) => devices.logOut(me, refreshToken)),
    bind(listSessions, (me, _input, visit) => devices.list(me, visit)),
    bind(endOne, (me, { sessionId }) => devices.end(me, sessionId)),
    bind(endOtherSessions, (me) => devices.endOthers(me)),
    bindOpen(endEverySession, ({ guard }) => devices.endEvery(guard)),
    bind(session, async (me) => ({ guard: await guards.guard(me.id), now: nowText(), standing: await standingFor(me) })),
  ];
}
