import type { SpecialityName } from './specialities';

interface Texts {
  titles: readonly string[];
  sites: readonly string[];
  duties: readonly string[];
}

/** Titles, sites and requirements of jobs by speciality. */
export const jobTexts: Readonly<Record<SpecialityName, Texts>> = {
  'Access Control': {
    titles: ['Front gate officer', 'Badge desk guard', 'Loading dock access guard'],
    sites: ['Data Centre', 'Distribution Hub', 'Research Park'],
    duties: [
      'Check badges and visitor passes at the main entrance.',
      'Log every vehicle that enters or leaves.',
      'Keep the visitor list and hand out day passes.',
    ],
  },
  Bank: {
    titles: ['Bank branch guard', 'Cash room guard', 'Bank lobby officer'],
    sites: ['Bank Branch', 'Financial Centre', 'Credit Union'],
    duties: [
      'Stand in the lobby during opening hours.',
      'Escort staff when the machines are filled.',
      'Watch the cameras at closing and walk the last clients out.',
    ],
  },
  'Car Lot': {
    titles: ['Car lot night patrol', 'Dealership guard', 'Parking structure patrol'],
    sites: ['Auto Mall', 'Dealership', 'Parking Garage'],
    duties: [
      'Walk the lot every hour and check locks and fences.',
      'Report broken glass and open doors at once.',
      'Keep the key cabinet log.',
    ],
  },
  Concierge: {
    titles: ['Condominium concierge', 'Lobby concierge', 'Evening concierge and patrol'],
    sites: ['Condominium Tower', 'Residence', 'Apartments'],
    duties: [
      'Greet residents and sign visitors in.',
      'Receive parcels and keep the key log.',
      'Answer calls from the intercom and the elevators.',
    ],
  },
  Construction: {
    titles: ['Construction site watch', 'Crane and gate guard', 'Fire watch on site'],
    sites: ['Tower Site', 'Transit Station Site', 'Bridge Works'],
    duties: [
      'Keep the public behind the fence.',
      'Fire watch with a round each half hour after hot work.',
      'Check helmets, boots and passes at the gate.',
    ],
  },
  Events: {
    titles: ['Concert crowd guard', 'Festival entrance guard', 'Trade show night watch', 'Wedding security'],
    sites: ['Concert Hall', 'Exhibition Grounds', 'Banquet Centre', 'Arena'],
    duties: [
      'Check tickets and bags at the doors.',
      'Keep the exits and the fire lane clear.',
      'Calm people down before it becomes a scene.',
    ],
  },
  'Loss Prevention': {
    titles: ['Retail loss prevention officer', 'Store entrance guard', 'Fitting room watch'],
    sites: ['Shopping Centre', 'Department Store', 'Outlet Mall'],
    duties: [
      'Be seen at the entrance and greet every customer.',
      'Watch for theft and call the manager, without force.',
      'Write an incident report for each stop.',
    ],
  },
  Protests: {
    titles: ['Strike line observer', 'Demonstration perimeter guard', 'Picket line driver escort'],
    sites: ['City Hall Square', 'Plant Gate', 'Campus'],
    duties: [
      'Keep entrance lanes open and record what happens.',
      'Stay neutral, visible and calm.',
      'Film the perimeter with the body camera.',
    ],
  },
  Residential: {
    titles: ['Gated community patrol', 'Night patrol of a residence', 'Vacant property watch'],
    sites: ['Estates', 'Townhomes', 'Heritage House'],
    duties: ['Drive the round every two hours.', 'Check doors, windows and alarms of vacant homes.', 'Help residents who are locked out.'],
  },
  VIP: {
    titles: ['Executive close protection', 'Hotel floor guard for a visiting delegation', 'Film star escort'],
    sites: ['Grand Hotel', 'Private Terminal', 'Film Studio'],
    duties: [
      'Stay with the client from door to car.',
      'Check the route and the rooms before arrival.',
      'Work with the hotel staff without being noticed.',
    ],
  },
};

export const conditions = [
  'A valid Ontario licence must be shown on arrival.',
  'First aid training is welcome.',
  'Radio and flashlight are provided on site.',
  'Dress for the weather: most of the work is outdoors.',
  'A supervisor meets you at the entrance fifteen minutes before the start.',
  'Meals are provided.',
  'Parking is free at the rear.',
] as const;
