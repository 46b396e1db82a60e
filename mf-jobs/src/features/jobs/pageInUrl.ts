/** A list's page as the URL names it; anything that is no page number is the first page. */
export const pageInUrl = (params: URLSearchParams): number =>
  /^[1-9]\d{0,4}$/.test(params.get('page') ?? '') ? Number(params.get('page')) : 1;

/** The query value of a page; the first one needs none. */
export const pageForUrl = (page: number): number | undefined => (page > 1 ? page : undefined);
