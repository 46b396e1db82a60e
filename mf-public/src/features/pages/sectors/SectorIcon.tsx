import type { SectorPage } from '@portal/contracts/pages/pages.copy';
import { LineIcon } from '../LineIcon';
import { sectorDrawings } from './sectorDrawings';

export const SectorIcon = ({ type }: { type: SectorPage }) => <LineIcon drawing={sectorDrawings[type]} size={28} />;
