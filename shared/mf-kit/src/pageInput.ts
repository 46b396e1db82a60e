/**
 * What the host rendered into a page beside its own files: the same for the render on the server and for the one that hydrates it.
 * Stands in the HTML as `script#page`.
 */
export interface PageInput {
  /** Replies of the API (their `data`) by path below `/v1`, as a route's `content` names them. */
  content: Record<string, unknown>;
  /** What became of a form that was posted without JavaScript; null on every other page. */
  posted: PostResult | null;
  /** The operator's links, while the host renders; in the page they stand in its configuration. */
  site?: { customerSite: string; supportEmail: string };
}

export interface PostResult {
  /** The endpoint's id. */
  form: string;
  ok: boolean;
  /** The server's words. */
  message: string;
  /** By field, as the API names them. */
  errors: Record<string, string>;
  /** What was typed, to be shown again, a list where several fields had one name; empty once it was sent. Never a file or a password. */
  values: Record<string, string | string[]>;
}

/** What a module's `src/prerender.tsx` makes of one address. */
export interface Prerendered {
  html: string;
  /** Structured data (schema.org) of the page. */
  jsonLd?: object;
}

export const emptyPage: PageInput = { content: {}, posted: null };

/** The hidden field that names the endpoint of a form posted without JavaScript. */
export const FORM_FIELD = '_form';
/** The form's id in the page, to which the host leads back. */
export const formId = (endpointId: string): string => endpointId.replaceAll('.', '-');
