import { type Endpoint, pathKeys } from '@portal/contracts/_kernel/endpoint';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { emptyPage, type PageInput, type PostResult } from './pageInput';
import { useLocation } from './router';

/** The data that the portal host rendered into this page; empty after the guard left the served address. */
export const PageInputContext = createContext<PageInput>(emptyPage);

/** Provides the rendered data to the screens, until the guard leaves the served address. */
export function PageInputProvider({ input, children }: { input: PageInput; children: ReactNode }) {
  const { pathname } = useLocation();
  const [served] = useState(pathname);
  const [isLeft, setLeft] = useState(false);
  if (pathname !== served && !isLeft) setLeft(true);
  return <PageInputContext value={isLeft ? emptyPage : input}>{children}</PageInputContext>;
}

/** Returns the result of a post without JavaScript, or null. It is the same on the server and during hydration. */
export function usePostResult(form: string): PostResult | null {
  const { posted } = useContext(PageInputContext);
  return posted?.form === form ? posted : null;
}

/** Returns the API reply that the portal host rendered into this page (a route's `content`), or undefined. */
export function useServerContent<In, Out>(endpoint: Endpoint<In, Out>, input: In | null): { data: Out } | undefined {
  const { content } = useContext(PageInputContext);
  const path = input === null ? null : contentPath(endpoint as Endpoint, input as Record<string, unknown>);
  const found = path === null || !Object.hasOwn(content, path) ? undefined : content[path];
  const { read } = endpoint;
  return useMemo(() => (found === undefined ? undefined : { data: read ? read(found) : (found as Out) }), [found, read]);
}

/** The path of a call with its parameters, below `/v1`; null for a call that sends anything else. */
function contentPath({ method, path, always }: Endpoint, input: Record<string, unknown>): string | null {
  const keys = pathKeys(path);
  if (method !== 'GET' || always || Object.keys(input).some((key) => input[key] !== undefined && !keys.includes(key))) return null;
  return path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(input[key])));
}
