import type { RouteDeclaration } from '@portal/mf-kit/module';
import type { LiveRegistry } from '../composition/registry';

export interface Found {
  module: string;
  pattern: string;
  route: RouteDeclaration;
  params: Record<string, string>;
}

export interface RouteTable {
  /** The owner of a path; what nobody declares goes to the owner of `*`. Null only when no module declares that. */
  find(pathname: string): Found | null;
}

const segments = (path: string) => path.split('/').filter(Boolean);

function match(pattern: string, pathname: string): Record<string, string> | null {
  const wanted = segments(pattern);
  const given = segments(pathname);
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    if (part.startsWith(':')) params[part.slice(1)] = decode(value);
    else if (part !== value) return null;
  }
  return params;
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** Fewer variable segments win: `/guard/documents` before `/guard/:x`. */
const variables = (pattern: string) => (pattern === '*' ? 100 : pattern.split(':').length - 1);

/** The exact paths of all active modules, as the registry declares them now. */
export function createRouteTable(registry: LiveRegistry): RouteTable {
  const read = () =>
    Object.entries(registry.current().modules)
      .flatMap(([module, { routes }]) => Object.entries(routes).map(([pattern, route]) => ({ module, pattern, route })))
      .sort((a, b) => variables(a.pattern) - variables(b.pattern));
  let table = read();
  registry.onChange(() => {
    table = read();
  });
  return {
    find(pathname) {
      for (const entry of table) {
        const params = entry.pattern === '*' ? {} : match(entry.pattern, pathname);
        if (params) return { ...entry, params };
      }
      return null;
    },
  };
}
