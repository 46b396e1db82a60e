import type { Portal } from '@portal/mf-kit/portal';

/** Google's maps script by the page's one loader, which is fetched with the first map that is asked for; never without a key. */
export const createMaps =
  (key: string | null): Portal['maps'] =>
  async (libraries = []) => {
    const loader = key ? await import(/* webpackChunkName: "maps" */ '@portal/maps/loadMaps').catch(() => null) : null;
    return key && loader ? loader.loadMaps(key, libraries) : null;
  };
