/** Planted defects. The simulation must find each of them. */
export const bugs = {
  'bucket-overwrites': 'A conditional write replaces an existing object.',
  'bucket-forgets': 'A conditional write reports success and stores nothing.',
  'bucket-lists-old': 'The list of a host never shows a newer object.',
  'command-hides-race': 'A command that lost a race reports success.',
  'command-ignores-race': 'A command writes onto a revision that is no longer the newest.',
  'rollback-keeps-version': 'A rollback does not quarantine the version.',
  'heal-again': 'Self-heal rolls back a version that a person forced to run again.',
  'host-goes-back': 'A host follows an older revision.',
  'host-stops': 'A host no longer watches the store.',
  'page-skips-signature': 'A page follows an unsigned revision.',
  'page-goes-back': 'A page follows an older revision.',
  'page-skips-hash': 'A page loads a module.json with another hash.',
  'page-stops': 'A page fetches no revision.',
  'page-ignores-update': 'The module host is not informed of a new revision.',
  'page-loses-cause': 'The cause of a failure is never attributed.',
  'page-loses-load': 'A finished load is never reported.',
  'page-loses-unmount': 'A finished unmount is never reported.',
  'page-loses-mount': 'A finished mount is never reported.',
  'page-blames-network': 'Each failure of a version is attributed to the network.',
  'page-without-last-good': 'A page does not try the last good version.',
} as const;
export type Bug = keyof typeof bugs;
