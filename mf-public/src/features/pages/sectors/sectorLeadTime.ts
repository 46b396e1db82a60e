import type { SectorPage } from '@portal/contracts/_kernel/sectors';

/** The notice that each sector's customers must give (PUBLIC-COPY-19..24). */
export const leadTime: Readonly<Record<SectorPage, string>> = {
  bank: '6 hours’ notice',
  'car-lots': '18 hours’ notice',
  concierge: '12 hours’ notice',
  'loss-prevention': '18 hours’ notice',
  protests: '18 hours’ notice',
  'access-control': '12 hours’ notice',
  events: '18 hours’ notice',
  residential: '12 hours’ notice',
  construction: '18 hours’ notice',
  vip: 'Within hours',
  airports: '18 hours’ notice',
};
