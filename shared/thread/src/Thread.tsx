import { lazyScreen } from '@portal/mf-kit/routes';
import type { ReactNode } from 'react';
import type { ThreadProps } from './threadProps';

export type { ThreadProps };

interface LazyThread {
  <Item>(props: ThreadProps<Item>): ReactNode;
  /** Loads the code in advance. */
  preload(): Promise<unknown>;
}

/** A long list that is read upwards, see `ThreadProps`. Its chunk loads at the first rendering, or by `preload`. */
export const Thread = lazyScreen<ThreadProps<never>>(() =>
  import(/* webpackChunkName: "thread" */ './ThreadView').then((file) => file.ThreadView),
) as LazyThread;
