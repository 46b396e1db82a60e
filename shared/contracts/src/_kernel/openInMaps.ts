/** The OpenStreetMap address that shows a pin at this point. */
export const openInMaps = ({ lat, long }: { lat: number; long: number }): string =>
  `https://www.openstreetmap.org/?mlat=${lat}&mlon=${long}#map=16/${lat}/${long}`;

/** The OpenStreetMap address of the directions to a site. The guard chooses the start on the map. */
export const directionsTo = ({ lat, long }: { lat: number; long: number }): string =>
  `https://www.openstreetmap.org/directions?to=${lat}%2C${long}`;
