import type { SectorPage } from '@portal/contracts/_kernel/sectors';

/** Title and description of each sector's page: for search results and the page's own head. */
export const sectorFacts: Readonly<Record<SectorPage, { title: string; description: string }>> = {
  bank: {
    title: 'Bank security guards',
    description:
      'Licensed guards for bank branches across Ontario: a calm presence at the door, with 6 hours’ notice and no long-term contract.',
  },
  'car-lots': {
    title: 'Car lot security guards',
    description:
      'Licensed guards who walk your car lot at night, check gates and keys, and write down what they find. Anywhere we work in Ontario.',
  },
  concierge: {
    title: 'Concierge security guards',
    description:
      'Licensed concierge guards for lobbies and front desks in Ontario: a welcome for those who belong, and a question for those who do not.',
  },
  'loss-prevention': {
    title: 'Loss prevention guards',
    description:
      'Licensed loss prevention guards for shops and warehouses in Ontario: seen on the floor, discreet when it matters, exact on paper.',
  },
  protests: {
    title: 'Guards for protests',
    description:
      'Licensed guards who keep people and property safe around protests in Ontario, without adding heat: patient, visible and in touch.',
  },
  'access-control': {
    title: 'Access control guards',
    description:
      'Licensed access control guards for gates, docks and offices in Ontario: the right people in, everyone on the list, every entry noted.',
  },
  events: {
    title: 'Event security guards',
    description:
      'Licensed event guards in Ontario for doors, queues and crowds. For events where no alcohol is served, and only for those.',
  },
  residential: {
    title: 'Residential security guards',
    description:
      'Licensed residential guards in Ontario for condominiums and gated communities: rounds, parcels, parking and a familiar face.',
  },
  construction: {
    title: 'Construction site guards',
    description: 'Licensed guards for building sites in Ontario: the gate minded by day, plant and copper looked after at night.',
  },
  vip: {
    title: 'VIP protection',
    description: 'Licensed guards for people who are looked at more than others, anywhere we work in Ontario, within hours of your call.',
  },
  airports: {
    title: 'Airport security guards',
    description: 'Licensed guards for the landside of Ontario’s airports: hangars, car parks, fences and doors that must stay shut.',
  },
};
