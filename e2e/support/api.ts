import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import type { Envelope } from '@portal/contracts/_kernel/envelope';
import { toWire } from '@portal/contracts/_kernel/wire';
import { login } from '@portal/contracts/auth/auth.endpoints';
import { device } from '@portal/contracts/auth/auth.rules';

/** The demo's client credential; for a deployed portal the environment provides it. */
export const BASIC = Buffer.from(process.env.PORTAL_BASIC ?? 'guard-portal:guard-portal').toString('base64');

async function post<In, Out>(url: string, authorization: string, endpoint: Endpoint<In, Out>, input: In): Promise<Out> {
  const { url: path, body } = toWire(endpoint, input);
  const isForm = body instanceof FormData;
  const response = await fetch(url + path, {
    method: endpoint.method,
    headers: { authorization, ...(!isForm && body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
  const { code, message, data } = (await response.json()) as Envelope<Out>;
  if (code !== 200) throw new Error(`${endpoint.id}: ${code} ${message}`);
  return data;
}

export const logInAs = (url: string, guard: { email: string; password: string }) =>
  post(url, `Basic ${BASIC}`, login, { ...guard, ...device, deviceToken: 'web' });

/** A token of a separate session of the guard, outside of the page. */
export async function tokenOf(url: string, guard: { email: string; password: string }): Promise<string> {
  const { tokens } = await post(url, `Basic ${BASIC}`, login, { ...guard, ...device, deviceToken: 'web' });
  return tokens.refresh.token;
}

/** Makes one call as the guard, outside of the page, for steps that a journey needs but does not show. */
export async function callAs<In, Out>(
  url: string,
  guard: { email: string; password: string },
  endpoint: Endpoint<In, Out>,
  input: In,
): Promise<Out> {
  const { tokens } = await logInAs(url, guard);
  return post(url, `Bearer ${tokens.refresh.token}`, endpoint, input);
}
