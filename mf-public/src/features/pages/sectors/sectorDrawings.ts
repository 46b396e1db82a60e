import type { SectorPage } from '@portal/contracts/_kernel/sectors';

/** 24 x 24 line drawings, one path each. */
export const sectorDrawings: Readonly<Record<SectorPage, string>> = {
  bank: 'M3 10 12 4l9 6M4 10h16M6 10v8M10 10v8M14 10v8M18 10v8M3 20h18',
  'car-lots': 'M4 16v-3l2-5a2 2 0 0 1 2-1h8a2 2 0 0 1 2 1l2 5v3M4 13h16M4 16h16v3h-3v-3M4 16v3h3v-3M7.5 14.5h.01M16.5 14.5h.01',
  concierge: 'M4 18h16M5 18a7 7 0 0 1 14 0M12 11V8M10 8h4M3 20h18',
  'loss-prevention': 'M6 8h12l1 12H5L6 8ZM9 8V7a3 3 0 0 1 6 0v1M9 14l2 2 4-4',
  protests: 'M4 10v4l9 4V6l-9 4ZM13 9a3 3 0 0 1 0 6M17 6a8 8 0 0 1 0 12M6 15v4h2v-3',
  'access-control': 'M5 4h14v16H5V4ZM9 9h6M9 12h6M12 16h.01M3 20h18',
  events: 'M4 7h16v4a2 2 0 0 0 0 4v3H4v-3a2 2 0 0 0 0-4V7ZM14 7v2M14 12v2M14 17v1',
  residential: 'M3 12 12 5l9 7M6 10v10h12V10M10 20v-5h4v5',
  construction: 'M4 17a8 8 0 0 1 16 0M2 17h20v3H2v-3ZM10 9V6h4v3M10 6v7M14 6v7',
  airports: 'M3 20h18M4 13l3 3 13-6a2 2 0 0 0-2-3l-4 2-7-4-2 1 5 5-3 2-2-1Z',
  vip: 'm12 3 2.6 5.6 6.1.7-4.5 4.2 1.2 6-5.4-3-5.4 3 1.2-6-4.5-4.2 6.1-.7L12 3Z',
};
