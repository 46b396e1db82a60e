import { createContext, useContext } from 'react';
import { emptyPage, type PageInput, type Posted } from './pageInput';

/** What the host rendered into this page; empty once the guard went on to another address. */
export const PageInputContext = createContext<PageInput>(emptyPage);

/** What became of this form, posted without JavaScript; null when it was not. The same on the server and while hydrating. */
export function usePosted(form: string): Posted | null {
  const { posted } = useContext(PageInputContext);
  return posted?.form === form ? posted : null;
}
