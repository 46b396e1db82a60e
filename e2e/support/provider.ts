import { spawn } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';

const root = resolve(import.meta.dirname, '../..');
const AUTH_DOMAIN = 'guards.firebaseapp.com';
const firebase = {
  apiKey: 'key',
  authDomain: AUTH_DOMAIN,
  projectId: 'guards',
  appId: 'app',
  messagingSenderId: '1',
  providers: ['google', 'facebook'],
};

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

const withProviders = { PORTAL_FIREBASE: JSON.stringify(firebase) };
/** Also configures push messages; their service is not available here. */
export const withPush = { PORTAL_FIREBASE: JSON.stringify({ ...firebase, vapidKey: 'key' }) };

/** Starts a second portal host for the portal under test (PORTAL_DATA, API_URL) with other settings; by default with sign-in providers. */
export async function startConfiguredHost(
  settings: Record<string, string> = withProviders,
): Promise<{ url: string; stop(): Promise<unknown> }> {
  const port = await freePort();
  const child = spawn(process.execPath, ['--import', 'tsx', 'delivery/src/host/main.ts'], {
    cwd: root,
    env: { ...process.env, PORTAL_MODE: 'demo', PORT: String(port), ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((done) => child.once('close', done));
  const url = `http://localhost:${port}`;
  const ready = new Promise<void>((done) => child.stdout.on('data', (text) => String(text).includes(url) && done()));
  await Promise.race([ready, ended.then((code) => Promise.reject(new Error(`The host ended with ${code}`)))]);
  return {
    url,
    stop() {
      child.kill();
      return ended;
    },
  };
}

/** A double of Google's loader for Firebase, with a frame that sends nothing on its own. */
const LOADER = `(() => {
  trustedTypes.createPolicy('gapi#gapi', { createScriptURL: (url) => url });
  const frame = { restyle: async () => undefined, ping: async (done) => done(), send: () => undefined, register: (_name, heard) => { globalThis.__authEvent = heard; } };
  const open = (options, opened) => {
    const element = document.createElement('iframe');
    element.src = options.url;
    options.where.append(element);
    return opened(frame);
  };
  globalThis.gapi = { load: (_name, { callback }) => callback(), iframes: { getContext: () => ({ open }) } };
  globalThis[new URL(document.currentScript.src).searchParams.get('onload')]();
})();`;

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A double of Firebase's servers for one account, for every request of its library. */
export async function serveProviderDouble(
  context: BrowserContext,
  { email, provider }: { email: string; provider: 'facebook' | 'google' },
) {
  const seconds = Math.floor(Date.now() / 1000);
  const idToken = `${part({ alg: 'RS256' })}.${part({ sub: 'uid', iat: seconds, exp: seconds + 3600 })}.signature`;
  const account = { providerId: `${provider}.com`, rawId: `${provider}-person`, email };
  const answers: Record<string, unknown> = {
    '/v1/projects': { authorizedDomains: ['localhost'] },
    '/v1/accounts:signInWithIdp': { idToken, refreshToken: 'again', expiresIn: '3600', localId: 'uid', ...account },
    '/v1/accounts:lookup': { users: [{ localId: 'uid', email, providerUserInfo: [account] }] },
  };
  await context.route('https://apis.google.com/**', (route) => route.fulfill({ contentType: 'text/javascript', body: LOADER }));
  await context.route(`https://${AUTH_DOMAIN}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Sign in</title>' }),
  );
  await context.route('https://identitytoolkit.googleapis.com/**', (route) =>
    route.fulfill({
      headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' },
      json: answers[new URL(route.request().url()).pathname] ?? {},
    }),
  );
  return { idToken, socialId: account.rawId };
}

/** Completes the provider's window: it notifies the page through their common frame. */
export async function finishDialog(page: Page, dialog: Page): Promise<string | null> {
  await dialog.waitForURL(`https://${AUTH_DOMAIN}/**`);
  const parameters = new URL(dialog.url()).searchParams;
  await page.evaluate((eventId) => {
    const deliver = (globalThis as { __authEvent?: (event: unknown) => void }).__authEvent;
    deliver?.({ authEvent: { type: 'signInViaPopup', eventId, sessionId: 'session', urlResponse: 'https://localhost/?code=1' } });
  }, parameters.get('eventId'));
  return parameters.get('providerId');
}
