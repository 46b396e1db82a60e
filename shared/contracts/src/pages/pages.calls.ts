/** What the host renders into a page, without schemas: a page that finds it there needs none. */
export const faqCall = { id: 'pages.faq', method: 'GET', path: '/faq/home/list', auth: 'basic' } as const;
export const staticPageCall = { id: 'pages.static', method: 'GET', path: '/static/pages/:type', auth: 'basic' } as const;
