/** The pin's place on anybody's map, without a key. */
export const openInMaps = ({ lat, long }: { lat: number; long: number }): string =>
  `https://www.openstreetmap.org/?mlat=${lat}&mlon=${long}#map=16/${lat}/${long}`;

/** The way to a site, from the place that the guard chooses on the map. */
export const directionsTo = ({ lat, long }: { lat: number; long: number }): string =>
  `https://www.openstreetmap.org/directions?to=${lat}%2C${long}`;
