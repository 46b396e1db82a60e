/** Without schemas, because a page with a prerendered reply does not need them. */
export const openingsCall = { id: 'career.openings', method: 'GET', path: '/career/openings', auth: 'basic' } as const;
