import type { SectorPage } from '@portal/contracts/_kernel/sectors';

/** Title and description of each sector's page, for search results and the page's head. */
export const sectorFacts: Readonly<Record<SectorPage, { title: string; description: string }>> = {
  bank: {
    title: 'Bank security guards',
    description: 'Licensed guards for bank branches in Ontario: a calm presence at the door, 6 hours’ notice and no long-term contract.',
  },
  'car-lots': {
    title: 'Car lot security guards',
    description:
      'Licensed guards who patrol your car lot at night, check gates and keys, and report what they find. Across our service areas in Ontario.',
  },
  concierge: {
    title: 'Concierge security guards',
    description: 'Licensed concierge guards for lobbies and front desks in Ontario: a warm welcome, and a watchful eye on visitors.',
  },
  'loss-prevention': {
    title: 'Loss prevention guards',
    description:
      'Licensed loss prevention guards for Ontario’s stores and warehouses: visible on the floor, discreet when it matters, precise in reports.',
  },
  protests: {
    title: 'Guards for protests',
    description: 'Licensed guards who keep people and property safe around protests in Ontario: patient, visible and in touch.',
  },
  'access-control': {
    title: 'Access control guards',
    description: 'Licensed access control guards for gates, docks and offices in Ontario: the right people in, and every entry recorded.',
  },
  events: {
    title: 'Event security guards',
    description: 'Licensed event guards in Ontario for doors, lineups and crowds, at events where no alcohol is served.',
  },
  residential: {
    title: 'Residential security guards',
    description:
      'Licensed residential guards in Ontario for condominiums and gated communities: patrols, parcels, parking and a familiar face.',
  },
  construction: {
    title: 'Construction site guards',
    description: 'Licensed guards for construction sites in Ontario: controlled gates by day, protected equipment and materials at night.',
  },
  vip: {
    title: 'VIP protection',
    description: 'Licensed guards for people in the public eye, across our service areas in Ontario, within hours of your call.',
  },
  airports: {
    title: 'Airport security guards',
    description: 'Licensed guards for the landside of Ontario’s airports: hangars, parking lots, fences and doors that must stay shut.',
  },
};
