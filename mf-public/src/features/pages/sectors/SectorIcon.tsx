import type { SectorPage } from '@portal/contracts/pages/pages.copy';
import { sectorDrawings } from './sectorDrawings';

export function SectorIcon({ type }: { type: SectorPage }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="28"
      height="28"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={sectorDrawings[type]} />
    </svg>
  );
}
