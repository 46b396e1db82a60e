import type { Provider } from './provider';

const drawings: Readonly<Record<Provider, string>> = {
  facebook: 'M13.5 21v-7.2h2.5l.4-3h-2.9V9c0-.9.3-1.5 1.5-1.5h1.5V4.8c-.3 0-1.2-.1-2.2-.1-2.2 0-3.8 1.4-3.8 3.9v2.2H8v3h2.5V21h3Z',
  google:
    'M12 10.3v3.6h5.1c-.2 1.3-1.6 3.9-5.1 3.9a5.8 5.8 0 0 1 0-11.6c1.8 0 3 .8 3.7 1.4l2.5-2.4A9.3 9.3 0 1 0 12 21.3c5.4 0 8.9-3.8 8.9-9.1 0-.6-.1-1.1-.2-1.6L12 10.3Z',
};

/** The logo of a provider in the text colour. */
export function ProviderIcon({ provider }: { provider: Provider }) {
  return (
    <svg viewBox="0 0 24 24" width="22" height="22" fill="currentColor" aria-hidden="true">
      <path d={drawings[provider]} />
    </svg>
  );
}
