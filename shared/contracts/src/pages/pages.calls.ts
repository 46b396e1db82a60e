/** Without schemas, because a page with a prerendered reply does not need them. */
export const faqCall = { id: 'pages.faq', method: 'GET', path: '/faq/home/list', auth: 'basic' } as const;
export const staticPageCall = { id: 'pages.static', method: 'GET', path: '/static/pages/:type', auth: 'basic' } as const;
