/** Longitude and latitude, in degrees. */
export type Point = readonly [long: number, lat: number];

/** Ontario's border and shores, simplified by hand. Clockwise from Hudson Bay. */
// biome-ignore format: one line a stretch of border
const border = [
  -88.99, 56.85, -88, 56.5, -87.5, 56.05, -86, 55.75, -85.1, 55.35, -83.5, 55.25, -82.3, 55.15, // Hudson Bay
  -82.2, 54.4, -82.4, 53.6, -82.2, 53.1, -82.3, 52.9, -81.6, 52.3, -80.7, 51.5, -80.3, 51.3, -79.8, 51.15, -79.52, 51.46, // James Bay
  -79.52, 47.5, -79.43, 47.1, -79, 46.6, -78.7, 46.32, -77.5, 46.2, -77.1, 45.83, -76.7, 45.6, -76.35, 45.46, -75.7, 45.43, -74.6, 45.61, // Quebec, the Ottawa
  -74.38, 45.57, -74.47, 45.3, -74.35, 45.2, -74.73, 45.01, -75.3, 44.83, -75.68, 44.59, -76.2, 44.3, -76.5, 44.22, // St. Lawrence
  -76.9, 43.98, -77.05, 43.86, -77.5, 43.9, -77.73, 44.02, -78.17, 43.95, -78.83, 43.86, -79.15, 43.76, -79.38, 43.63, -79.58, 43.55, // Lake Ontario
  -79.8, 43.3, -79.45, 43.2, -79.06, 43.26, -79.03, 43.08, -78.92, 42.9, -79.25, 42.87, -79.7, 42.85, -80.2, 42.79, // Niagara
  -80.4, 42.6, -80.07, 42.55, -80.55, 42.58, -81.2, 42.66, -81.9, 42.27, -82.51, 41.92, -83.11, 42.05, -83.05, 42.31, // Lake Erie
  -82.45, 42.32, -82.5, 42.6, -82.42, 43, -82, 43.22, -81.75, 43.32, -81.72, 43.75, -81.65, 44.18, -81.35, 44.5, -81.4, 44.9, -81.67, 45.26, // Lake Huron
  -81.3, 45.1, -80.98, 44.95, -81.1, 44.78, -80.93, 44.58, -80.63, 44.72, -80.2, 44.51, -80, 44.52, -80.05, 44.82, -79.8, 44.78, // Georgian Bay
  -80.1, 45.33, -80.6, 45.78, -81.5, 45.97, -82.4, 46.2, -82.97, 46.18, -83.55, 46.25, -84.1, 46.25, -84.35, 46.5, // North Channel
  -84.6, 46.48, -84.6, 46.9, -84.97, 47.55, -84.9, 47.95, -86.1, 48.05, -86.4, 48.72, -87.1, 48.77, -88.2, 48.95, -88.75, 48.35, -89.2, 48.4, -89.58, 48, // Lake Superior
  -90.75, 48.1, -91.4, 48.07, -92, 48.3, -92.95, 48.62, -93.4, 48.6, -94.6, 48.72, -94.82, 49.32, -95.15, 49.38, -95.15, 52.84, // west
];
// biome-ignore format: a ring is read as one
const manitoulin = [-83.2, 45.85, -82.5, 45.95, -81.8, 45.97, -81.65, 45.55, -82.4, 45.7, -83, 45.75];

/** The cities of the portal. `side`: the side of the name, so that neighbours do not cover each other. */
export const cities: readonly { name: string; at: Point; side: 'left' | 'right' }[] = [
  { name: 'Toronto', at: [-79.3832, 43.6532], side: 'right' },
  { name: 'Ottawa', at: [-75.6972, 45.4215], side: 'left' },
  { name: 'Mississauga', at: [-79.6441, 43.589], side: 'left' },
  { name: 'Brampton', at: [-79.7624, 43.7315], side: 'left' },
  { name: 'Hamilton', at: [-79.8711, 43.2557], side: 'left' },
  { name: 'London', at: [-81.2453, 42.9849], side: 'left' },
  { name: 'Markham', at: [-79.337, 43.8561], side: 'right' },
  { name: 'Vaughan', at: [-79.5085, 43.8563], side: 'left' },
  { name: 'Kitchener', at: [-80.4925, 43.4516], side: 'left' },
];

/** Kilometres per degree of latitude. A degree of longitude is shorter, by the latitude of the cities. */
const KM_PER_DEGREE = 111.2;
const SHRINK = Math.cos((44 * Math.PI) / 180);

/** Projects to kilometres from 42° N 80° W, y downwards. Accurate enough in the south, which has all sites. */
export const project = ([long, lat]: Point): { x: number; y: number } => ({
  x: (long + 80) * KM_PER_DEGREE * SHRINK,
  y: (42 - lat) * KM_PER_DEGREE,
});

function ring(flat: readonly number[]): string {
  const corners: string[] = [];
  for (let index = 0; index + 1 < flat.length; index += 2) {
    const { x, y } = project([flat[index] ?? 0, flat[index + 1] ?? 0]);
    corners.push(`${Math.round(x)} ${Math.round(y)}`);
  }
  return `M${corners.join('L')}Z`;
}

export const outline = ring(border) + ring(manitoulin);
