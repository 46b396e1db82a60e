import { startSocialLogin } from '@portal/contracts/auth/auth.endpoints';
import { addPasskey, beginPasskey, beginTotp, challengePasskey } from '@portal/contracts/auth/auth.factors';
import { socialTypes } from '@portal/contracts/auth/auth.rules';
import { notify } from '@portal/contracts/notifications/notifications.staff';
import { exportState, requestDeletion, requestExport } from '@portal/contracts/privacy/privacy.endpoints';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { runNextExport } from '../../src/jobs/export-data.job';
import { nowText } from '../../src/platform/clock';
import { db } from '../../src/platform/database/db';
import { TestAuthenticator } from '../authenticator';
import type { TestProvider } from '../provider';
import type { TestApi, TestGuard } from '../test-api';
import { testEnv } from '../test-env';
import type { Scene } from './scene';

const sceneOf = ({ id, token, email, password }: TestGuard, known: Scene['known']): Scene => ({
  token,
  cookie: '',
  known: { email: [email], password: [password], id: [id], userId: [id], guardId: [id], guard: [id], ...known },
});

/** A guard with an alert. */
async function toldScene(api: TestApi): Promise<Scene> {
  const guard = await api.guard();
  const { data } = await api.call(notify, { guard: guard.id, title: 'The gate has a new code' } as never);
  return sceneOf(guard, { id: [data.id] });
}

/** A guard with a finished copy of their data. */
async function copyScene(api: TestApi): Promise<Scene> {
  const guard = await api.guard();
  await api.call(requestExport, {}, { token: guard.token });
  await runNextExport();
  const { copy } = (await api.call(exportState, {}, { token: guard.token })).data;
  return sceneOf(guard, { id: [copy?.id], token: [copy?.token] });
}

/** Guards who requested their deletion: one who may still cancel it, and one after the deadline. */
async function leavingScenes(api: TestApi): Promise<Scene[]> {
  const scenes: Scene[] = [];
  for (const isOver of [false, true]) {
    const guard = await api.guard();
    await api.call(requestDeletion, { password: guard.password } as never, { token: guard.token });
    if (isOver) await sql`update deletion_requests set take_back_until = ${nowText()} where guard_id = ${guard.id}`.execute(db());
    scenes.push(sceneOf(guard, {}));
  }
  return scenes;
}

/** A dead mail, which staff may retry. */
async function undeliveredScene(api: TestApi): Promise<Scene> {
  const guard = await api.guard();
  const { rows } = await sql<{
    id: string;
  }>`insert into outgoing_messages (channel, recipient, subject, body, state, created_at, settled_at)
    values ('mail', ${guard.email}, 'News', '', 'dead', ${nowText()}, ${nowText()}) returning id`.execute(db());
  return sceneOf(guard, { id: rows.map(({ id }) => id) });
}

/** A guard whom only a provider has logged in: a code by e-mail confirms their session. */
async function passwordlessScene(api: TestApi): Promise<Scene> {
  const guard = await api.guard();
  await sql`update guards set has_password = false where id = ${guard.id}`.execute(db());
  return sceneOf(guard, { password: [] });
}

/** A guard with an app that waits for its first code, a guard with a new passkey, and a guard with a passkey that confirms. */
export async function factorScenes(api: TestApi): Promise<Scene[]> {
  const [waiting, adding, having] = [await api.guard(), await api.guard(), await api.guard()];
  const { secret } = (await api.call(beginTotp, {}, { token: waiting.token })).data;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: api.clock.now().getTime() });
  const made = async ({ token }: TestGuard) =>
    new TestAuthenticator(testEnv.portalUrl).create((await api.call(beginPasskey, {}, { token })).data);
  const { data } = await api.call(addPasskey, { label: 'My laptop', response: await made(having) }, { token: having.token });
  await api.call(challengePasskey, {}, { token: having.token });
  return [
    sceneOf(waiting, { code: [code], label: ['My phone'] }),
    sceneOf(adding, { label: ['My phone'], response: [await made(adding)] }),
    { ...sceneOf(having, {}), known: { id: [data.id] } },
  ];
}

/** Guards who change their account: its password, a provider, alerts, their copy, its deletion. */
export async function accountScenes(api: TestApi, provider: TestProvider, side: number): Promise<Scene[]> {
  const [renewing, connecting] = [await api.guard(), await api.guard()];
  const subject = `fuzz-${side}`;
  const idToken = provider.token(api.clock, { provider: 'google', subject, email: connecting.email });
  const cookie = (await api.call(startSocialLogin, {})).headers.get('set-cookie')?.split(';')[0] ?? '';
  return [
    sceneOf(renewing, { oldPassword: [renewing.password], password: ['Quiet7Harbour$'] }),
    { ...sceneOf(connecting, { socialId: [subject], socialType: [socialTypes.google], idToken: [idToken] }), cookie },
    await toldScene(api),
    await copyScene(api),
    await passwordlessScene(api),
    await undeliveredScene(api),
    ...(await leavingScenes(api)),
  ];
}
