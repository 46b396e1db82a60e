/** The major version of each domain. A change is additive, or a new major that exists next to the old one for two releases. */
export const versions = {
  applications: 1,
  auth: 1,
  calendar: 1,
  career: 1,
  chat: 1,
  deliveries: 1,
  documents: 1,
  earnings: 1,
  enotes: 1,
  enquiries: 1,
  guards: 1,
  handovers: 1,
  injuries: 1,
  jobs: 1,
  leave: 1,
  media: 1,
  newsletter: 1,
  notifications: 1,
  onboarding: 1,
  orders: 1,
  pages: 1,
  places: 1,
  postings: 1,
  privacy: 1,
  ratings: 1,
  shifts: 1,
  specialities: 1,
  tickets: 1,
} as const satisfies Record<string, number>;

/** The reply of GET /v1/contracts: by domain, the major versions that the API serves. */
export type Served = Record<keyof typeof versions, readonly number[]>;
