import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { remotesIn } from '@portal/webpack/remotes';

/** Bytes that each module's budget must leave free, because the next release adds up to 125 bytes and the store would reject it. */
export const NEXT_BYTES = 200;

/** Path of the new screen in a remote's next release. */
export const nextPath = (remote: string): string => `/next/${remote}`;

/** Inserts text after the only match of `place` in a file. Throws if the sources have changed. */
function insert(tree: string, file: string, place: RegExp, text: string): void {
  const path = join(tree, file);
  const before = readFileSync(path, 'utf8');
  const found = [...before.matchAll(new RegExp(place, `${place.flags}g`))];
  const [at] = found;
  if (!at || found.length > 1) throw new Error(`${file}: the place ${place} was found ${found.length} times instead of once`);
  const end = at.index + at[0].length;
  writeFileSync(path, before.slice(0, end) + text + before.slice(end));
}

const route = (remote: string) => `\n    '${nextPath(remote)}': { access: 'guard', chrome: 'guard', title: 'Next' },`;
const entry = (remote: string) => `\n  '${nextPath(remote)}': lazyScreen(() => import('./NextScreen').then((file) => file.NextScreen)),`;

/**
 * Changes a copy of this tree to a next release: a new optional field in a reply (the guard's badge), a new function of the portal context
 * (`edition`), and in each remote a new route. Its screen shows both if present.
 */
export function makeNext(tree: string): void {
  insert(tree, 'shared/contracts/src/_kernel/guard.ts', /\n {2}status: number\(\)\.required\(\),/, '\n  badge: string(),');
  insert(tree, 'shell/src/boot/portal.ts', /\n {4}telemetry: telemetry\.report,/, "\n    edition: () => 'next',");
  for (const remote of remotesIn(tree)) {
    insert(tree, `${remote}/module.ts`, /\n {2}routes: \{(?:\n {4}.*)+/, route(remote));
    insert(tree, `${remote}/src/routes.tsx`, /\nexport const sitemap: [^\n]*\{(?:\n {2}.*)+/, entry(remote));
    cpSync(join(import.meta.dirname, 'NextScreen.tsx'), join(tree, remote, 'src/NextScreen.tsx'));
  }
}
