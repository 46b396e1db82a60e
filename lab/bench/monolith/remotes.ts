import type { RemoteLifecycles } from '@portal/mf-kit/remote';

/** Every remote as a lazy chunk. The monolith's build replaces this file with one made from the folders of the remotes. */
export const remotes: Readonly<Record<string, () => Promise<RemoteLifecycles>>> = {};
