import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Opens the link to a candidate (`portal stage`) as a browser does. Returns the portal's address and the cookie, `name=value`, that selects the
 * candidate. Throws with the host's reply if the link is not valid.
 */
export async function openCandidate(link) {
  const { origin, searchParams } = new URL(link);
  if (!searchParams.get('revision')) throw new Error(`${link} is no link to a candidate: portal stage prints one`);
  const reply = await fetch(link, { redirect: 'manual' });
  const [cookie = ''] = reply.headers.getSetCookie().flatMap((one) => /^revision=[^;]+/.exec(one)?.[0] ?? []);
  if (cookie === '') throw new Error(`${origin}: ${reply.status} ${await reply.text()}`);
  return { url: origin, cookie };
}

/** The journeys that a release must pass before its activation, for any portal. */
export function essentialJourneys(root) {
  const table = JSON.parse(readFileSync(join(root, 'e2e/specs.json'), 'utf8'));
  return Object.entries(table).flatMap(([path, { isEssential, on }]) => (isEssential && on !== 'own' ? [`e2e/${path}.spec.ts`] : []));
}
