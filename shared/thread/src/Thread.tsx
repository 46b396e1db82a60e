import { lazyScreen } from '@portal/mf-kit/routes';
import type { ReactNode } from 'react';
import type { ThreadProps } from './threadProps';

export type { ThreadProps };

interface LazyThread {
  <Item>(props: ThreadProps<Item>): ReactNode;
  /** Fetches it before it is wanted. */
  preload(): Promise<unknown>;
}

/** A long list read upward, see `ThreadProps`; a chunk of its own, fetched when it is first shown or before. */
export const Thread = lazyScreen<ThreadProps<never>>(() =>
  import(/* webpackChunkName: "thread" */ './ThreadView').then((file) => file.ThreadView),
) as LazyThread;
