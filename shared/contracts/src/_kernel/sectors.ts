/** The ten sectors in the order of the specification (PUBLIC-COPY-17). `type` is the last segment of /our-speciality/:type. */
export const sectors = [
  { type: 'bank', name: 'Banks' },
  { type: 'car-lots', name: 'Car Lots' },
  { type: 'concierge', name: 'Concierge' },
  { type: 'loss-prevention', name: 'Loss Prevention' },
  { type: 'protests', name: 'Protests' },
  { type: 'access-control', name: 'Access Control' },
  { type: 'events', name: 'Events' },
  { type: 'residential', name: 'Residential' },
  { type: 'construction', name: 'Construction' },
  { type: 'vip', name: 'VIP' },
] as const;
export type SectorType = (typeof sectors)[number]['type'];
/** A sector with a page but without a tile (PUBLIC-SECTOR-05, PUBLIC-SECTOR-07). */
export const airports = { type: 'airports', name: 'Airports' } as const;
export const sectorPages = [...sectors, airports] as const;
export type SectorPage = (typeof sectorPages)[number]['type'];
