import type { socialNetworks } from '@portal/contracts/pages/pages.copy';

type Network = (typeof socialNetworks)[number]['id'];

const drawings: Readonly<Record<Network, string>> = {
  facebook: 'M14 8h2V5h-2.5C11.6 5 10.5 6.3 10.5 8.2V10H8.5v3h2v6h3v-6h2.2l.5-3h-2.7V8.6c0-.4.2-.6.5-.6Z',
  instagram:
    'M8 4h8a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4Zm0 2a2 2 0 0 0-2 2v8c0 1.1.9 2 2 2h8a2 2 0 0 0 2-2V8a2 2 0 0 0-2-2H8Zm4 2.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7Zm0 2a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3Zm4-3.2a.9.9 0 1 1 0 1.8.9.9 0 0 1 0-1.8Z',
  linkedin:
    'M5 9.5h3V19H5V9.5ZM6.5 5a1.7 1.7 0 1 1 0 3.4 1.7 1.7 0 0 1 0-3.4ZM10 9.5h2.8v1.3c.5-.9 1.5-1.6 3-1.6 2.6 0 3.2 1.7 3.2 4V19h-3v-5.2c0-1.2-.2-2.1-1.4-2.1-1.2 0-1.6.9-1.6 2.1V19h-3V9.5Z',
  x: 'M5 5h4l3.6 4.9L16.8 5H19l-5.4 6.3L19.5 19h-4l-4-5.4L6.9 19H4.7l5.8-6.8L5 5Zm2.8 1.5 8.5 11h1L8.9 6.5H7.8Z',
};

export function SocialIcon({ network }: { network: Network }) {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" fill="currentColor" aria-hidden="true">
      <path d={drawings[network]} />
    </svg>
  );
}
