import { confirmationState, confirmSession, sendConfirmationCode } from '@portal/contracts/auth/auth.confirmation';
import { disconnectSocial, setDevice } from '@portal/contracts/auth/auth.connections';
import { deviceKey } from '@portal/contracts/auth/auth.device-key';
import {
  changePassword,
  forgotPassword,
  login,
  logout,
  resetPassword,
  session,
  socialLogin,
  startSocialLogin,
} from '@portal/contracts/auth/auth.endpoints';
import {
  addPasskey,
  addTotp,
  beginPasskey,
  beginTotp,
  challengePasskey,
  listFactors,
  removeFactor,
} from '@portal/contracts/auth/auth.factors';
import { endSession as endOne, endOtherSessions, listSessions } from '@portal/contracts/auth/auth.sessions';
import { endEverySession, resetFactors } from '@portal/contracts/auth/auth.staff';
import { nowText } from '../../platform/clock';
import type { Env } from '../../platform/config/env';
import { bind, bindOpen, bindWithPrepare, type Route } from '../../platform/http/routes';
import type { SignedIn } from '../../platform/identity/sessions';
import { persistentNotices } from '../../platform/live/persistent-notices';
import * as guards from '../guards/guards.service';
import { logIn } from './auth.service';
import * as change from './change-password';
import * as confirmation from './confirmation';
import { deviceKeyOf } from './device-key';
import * as devices from './devices';
import * as factors from './factors';
import { createIdTokenVerifier } from './id-token';
import { askForReset, resetByLink } from './password-reset';
import { unlinkProvider } from './provider-links';
import { startSignIn } from './sign-in-challenge';
import { socialLogIn } from './social-login';

/** Notices are for guards without an onboarding step to finish; others cannot act on them yet. */
const noticesFor = async ({ id, step }: SignedIn) => (step === 'done' || step === 'approval' ? persistentNotices(id) : []);

const factorRoutes = (site: factors.PasskeySite): Route[] => [
  bind(listFactors, (me) => factors.list(me.id)),
  bind(beginTotp, (me) => factors.beginTotp(me)),
  bindWithPrepare(addTotp, factors.prepareTotp, factors.addTotp),
  bindWithPrepare(
    beginPasskey,
    (me) => factors.preparePasskey(me, site),
    (me, _input, ready) => factors.storeChallenge(me, ready, 'add'),
  ),
  bindWithPrepare(addPasskey, (me, input) => factors.verifyNew(me, input, site), factors.addPasskey),
  bindWithPrepare(
    challengePasskey,
    (me) => factors.prepareChallenge(me, site),
    (me, _input, ready) => factors.storeChallenge(me, ready, 'confirm'),
  ),
  bind(removeFactor, (me, { id }) => factors.remove(me, id)),
  bindOpen(resetFactors, ({ guard }) => factors.reset(guard)),
];

/** @param settings.identity the trusted identity provider; null where none is configured. */
export function authRoutes({ identity, portalUrl }: Pick<Env, 'identity' | 'portalUrl'>): Route[] {
  const verifier = identity && createIdTokenVerifier(identity);
  const site = factors.passkeySiteOf(portalUrl);
  const methods = confirmation.methodsWith(verifier, site);
  return [
    bindOpen(login, (input, context) => logIn(input, context)),
    bindOpen(startSocialLogin, async (_input, context) => startSignIn(context)),
    bindOpen(socialLogin, (input, context) => socialLogIn(verifier, input, context)),
    bind(disconnectSocial, (me, { socialType }) => unlinkProvider(me.id, socialType)),
    bind(setDevice, (me, { deviceToken }) => devices.nameDevice(me, deviceToken)),
    bindOpen(forgotPassword, (input, { address }) => askForReset(input, address, portalUrl)),
    bindOpen(resetPassword, (input, context) => resetByLink(input, context)),
    bindWithPrepare(
      changePassword,
      change.preparePassword,
      (me, _input, ready, context) => change.changePassword(me, ready, context),
      change.rememberDeviceAgain,
    ),
    bind(confirmationState, (me) => confirmation.state(methods, me)),
    bindWithPrepare(sendConfirmationCode, confirmation.prepareCode, (me, _input, ready) => confirmation.sendCode(me, ready)),
    bindWithPrepare(
      confirmSession,
      (me, proof) => methods[proof.by].check(me, proof),
      (me, { by }, use) => confirmation.confirm(me, by, use),
    ),
    ...factorRoutes(site),
    bind(logout, (me, { refreshToken }) => devices.logOut(me, refreshToken)),
    bind(listSessions, (me, _input, context) => devices.list(me, context)),
    bind(endOne, (me, { sessionId }) => devices.end(me, sessionId)),
    bind(endOtherSessions, (me) => devices.endOthers(me)),
    bindOpen(endEverySession, ({ guard }) => devices.endEvery(guard)),
    bind(deviceKey, async (me) => ({ key: await deviceKeyOf(me.id) })),
    bind(session, async (me) => ({ guard: await guards.guard(me.id), now: nowText(), standing: await noticesFor(me) })),
  ];
}
