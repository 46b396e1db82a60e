/** The data that the portal host rendered into a page, for the server and for hydration. It is in the HTML as `script#page`. */
export interface PageInput {
  /** API replies (their `data`) by path below `/v1`, as in a route's `content`. */
  content: Record<string, unknown>;
  /** The result of a post without JavaScript; null on every other page. */
  posted: PostResult | null;
  /** The operator's links, on the portal host only; in the browser they are in the configuration. */
  site?: { customerSite: string; supportEmail: string };
}

export interface PostResult {
  form: string;
  ok: boolean;
  message: string;
  /** By field name of the API. */
  errors: Record<string, string>;
  /** The entered values, to be shown again; a list if several fields have one name. Empty after success. Never files or passwords. */
  values: Record<string, string | string[]>;
}

/** The result of a module's `src/prerender.tsx` for one address. */
export interface Prerendered {
  html: string;
  /** Structured data of the page (schema.org). */
  jsonLd?: object;
}

export const emptyPage: PageInput = { content: {}, posted: null };

/** The hidden field that names the endpoint of a post without JavaScript. */
export const FORM_FIELD = '_form';
/** The id of the form in the page, which the address of its post contains. */
export const formId = (endpointId: string): string => endpointId.replaceAll('.', '-');
