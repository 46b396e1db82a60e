import type { RemoteLifecycles } from '@portal/mf-kit/remote';

/** Every remote as a lazy chunk. The build of the monolith writes what stands here: which remotes there are say the folders alone. */
export const remotes: Readonly<Record<string, () => Promise<RemoteLifecycles>>> = {};
