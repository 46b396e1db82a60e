const DEADLINE_MS = 10_000;

/** Loads the maps script at most once. Null without a key, when its origin is not allowed, or after the deadline. */
export function createMaps(key: string | null) {
  let loading: Promise<unknown | null> | null = null;

  const load = () =>
    new Promise<unknown | null>((resolve) => {
      const page = window as { google?: { maps?: unknown } };
      const script = document.createElement('script');
      const timer = setTimeout(() => resolve(null), DEADLINE_MS);
      const end = (value: unknown | null) => {
        clearTimeout(timer);
        resolve(value);
      };
      script.addEventListener('load', () => end(page.google?.maps ?? null));
      script.addEventListener('error', () => end(null));
      try {
        script.src = `https://maps.googleapis.com/maps/api/js?key=${encodeURIComponent(key ?? '')}&loading=async&libraries=places`;
      } catch {
        return end(null);
      }
      document.head.append(script);
    });

  return (): Promise<unknown | null> => {
    if (!key) return Promise.resolve(null);
    loading ??= load();
    return loading;
  };
}
