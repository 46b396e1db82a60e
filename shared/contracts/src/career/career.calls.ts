/** What the host renders into a page, without schemas: a page that finds it there needs none. */
export const openingsCall = { id: 'career.openings', method: 'GET', path: '/career/openings', auth: 'basic' } as const;
