/** The nine cities that are served, with the coordinates of their centres. */
export const cities = [
  {
    name: 'Toronto',
    lat: 43.6532,
    long: -79.3832,
    streets: ['Yonge Street', 'Queen Street West', 'Bay Street', 'Front Street West', 'Bloor Street East'],
  },
  { name: 'Ottawa', lat: 45.4215, long: -75.6972, streets: ['Rideau Street', 'Bank Street', 'Elgin Street', 'Sparks Street'] },
  {
    name: 'Mississauga',
    lat: 43.589,
    long: -79.6441,
    streets: ['Hurontario Street', 'Burnhamthorpe Road West', 'Dundas Street East', 'Britannia Road'],
  },
  {
    name: 'Brampton',
    lat: 43.7315,
    long: -79.7624,
    streets: ['Main Street North', 'Queen Street East', 'Steeles Avenue', 'Kennedy Road South'],
  },
  {
    name: 'Hamilton',
    lat: 43.2557,
    long: -79.8711,
    streets: ['King Street East', 'James Street North', 'Barton Street', 'Upper James Street'],
  },
  { name: 'London', lat: 42.9849, long: -81.2453, streets: ['Dundas Street', 'Richmond Street', 'Wellington Road', 'Oxford Street West'] },
  {
    name: 'Markham',
    lat: 43.8561,
    long: -79.337,
    streets: ['Highway 7 East', 'Warden Avenue', 'Main Street Unionville', 'Woodbine Avenue'],
  },
  { name: 'Vaughan', lat: 43.8563, long: -79.5085, streets: ['Jane Street', 'Rutherford Road', 'Weston Road', 'Highway 7 West'] },
  {
    name: 'Kitchener',
    lat: 43.4516,
    long: -80.4925,
    streets: ['King Street West', 'Victoria Street North', 'Fairway Road', 'Ottawa Street South'],
  },
] as const;

export type City = (typeof cities)[number];
