import type { SectorPage } from '@portal/contracts/_kernel/sectors';
import { LineIcon } from '../LineIcon';
import { sectorDrawings } from './sectorDrawings';

export const SectorIcon = ({ type }: { type: SectorPage }) => <LineIcon drawing={sectorDrawings[type]} size={28} />;
