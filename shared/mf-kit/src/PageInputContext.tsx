import { type Endpoint, pathKeys } from '@portal/contracts/_kernel/endpoint';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { emptyPage, type PageInput, type PostResult } from './pageInput';
import { useLocation } from './router';

/** What the host rendered into this page; empty once the guard went on to another address. */
export const PageInputContext = createContext<PageInput>(emptyPage);

/** Gives its screens what the host rendered into the page, at the address that it served and until that is left. */
export function PageInputProvider({ input, children }: { input: PageInput; children: ReactNode }) {
  const { pathname } = useLocation();
  const [served] = useState(pathname);
  const [isLeft, setLeft] = useState(false);
  if (pathname !== served && !isLeft) setLeft(true);
  return <PageInputContext value={isLeft ? emptyPage : input}>{children}</PageInputContext>;
}

/** What became of this form, posted without JavaScript; null when it was not. The same on the server and while hydrating. */
export function usePostResult(form: string): PostResult | null {
  const { posted } = useContext(PageInputContext);
  return posted?.form === form ? posted : null;
}

/** The API's reply that the host rendered into this page, as a route's `content` names it; undefined when there is none. */
export function useServerContent<In, Out>(endpoint: Endpoint<In, Out>, input: In | null): { data: Out } | undefined {
  const { content } = useContext(PageInputContext);
  const path = input === null ? null : contentPath(endpoint as Endpoint, input as Record<string, unknown>);
  const found = path === null || !Object.hasOwn(content, path) ? undefined : content[path];
  const { read } = endpoint;
  return useMemo(() => (found === undefined ? undefined : { data: read ? read(found) : (found as Out) }), [found, read]);
}

/** A call's path with its parameters below `/v1`; null for one that sends anything else. */
function contentPath({ method, path, always }: Endpoint, input: Record<string, unknown>): string | null {
  const keys = pathKeys(path);
  if (method !== 'GET' || always || Object.keys(input).some((key) => input[key] !== undefined && !keys.includes(key))) return null;
  return path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(input[key])));
}
