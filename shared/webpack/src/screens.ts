import type { LoaderContext } from 'webpack';

/** The name of a path's files: the chunk of its screen and its prerendered page. */
export const fileNameOf = (path: string): string => (path === '*' ? 'any' : path.replace(/\W+/g, '-').replace(/^-|-$/g, '') || 'home');

const CONTRACTS = /from '(@portal\/contracts\/[^']+)'/g;
const SCREEN = /(?:\[(\w+)\.(\w+)\.pattern\]|'([^']+)'): lazyScreen\(.*?\bimport\(/gs;

/**
 * A webpack loader for `src/routes.tsx`: names the chunk of each screen after the path in the same line. So the manifest lists the files of
 * a path without a second list of chunks.
 */
export default async function nameChunks(this: LoaderContext<object>, source: string): Promise<string> {
  // The names depend on the contracts, too.
  this.cacheable(false);
  const contracts = await Promise.all([...source.matchAll(CONTRACTS)].map(([, file]) => import(file as string)));
  const paths: Record<string, Record<string, { pattern: string }>> = Object.assign({}, ...contracts);
  return source.replace(SCREEN, (text, domain: string, key: string, literal?: string) => {
    const path = literal ?? paths[domain]?.[key]?.pattern;
    return path ? `${text}/* webpackChunkName: "${fileNameOf(path)}" */ ` : text;
  });
}
