import { type Endpoint, fullPath, pathKeys } from './endpoint';

export interface Wire {
  url: string;
  body: FormData | Record<string, unknown> | undefined;
}

const text = (value: unknown): string =>
  value instanceof Date ? value.toISOString() : typeof value === 'object' ? JSON.stringify(value) : String(value);

function queryOf(values: [string, unknown][]): string {
  const query = new URLSearchParams();
  for (const [key, value] of values) for (const one of Array.isArray(value) ? value : [value]) query.append(key, text(one));
  return query.size > 0 ? `?${query}` : '';
}

function append(form: FormData, key: string, value: unknown): void {
  if (value instanceof Blob) form.append(key, value, value instanceof File ? value.name : key);
  else form.append(key, value === null ? '' : text(value));
}

/** Appends a list as one JSON text, and the files of its rows as separate parts. */
function appendRows(form: FormData, key: string, rows: readonly unknown[], filePart: string | null): void {
  const files: [string, Blob][] = [];
  const plain = rows.map((row, index) => {
    const { file, ...rest } = row as { file?: unknown };
    if (filePart === null || !(file instanceof Blob)) return row;
    files.push([`${filePart}${index}`, file]);
    return rest;
  });
  form.append(key, JSON.stringify(plain));
  for (const [part, file] of files) append(form, part, file);
}

function formOf(endpoint: Endpoint, values: [string, unknown][]): FormData {
  const form = new FormData();
  for (const [key, value] of values) {
    const filePart = endpoint.jsonRows?.[key];
    if (filePart !== undefined && Array.isArray(value)) appendRows(form, key, value, filePart);
    else for (const one of Array.isArray(value) ? value : [value]) append(form, key, one);
  }
  return form;
}

/** Distributes an input over path, query and body as the endpoint declares. It omits unset values, except keys that are always sent. */
export function toWire<In>(endpoint: Endpoint<In, unknown>, input: In): Wire {
  const inPath = new Set(pathKeys(endpoint.path));
  const all = (input ?? {}) as Record<string, unknown>;
  const url = fullPath(endpoint as Endpoint).replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(text(all[key] ?? '')));
  const sent = { ...Object.fromEntries((endpoint.always ?? []).map((key) => [key, ''])), ...withoutUnset(all) };
  const rest = Object.entries(sent).filter(([key]) => !inPath.has(key) || endpoint.always?.includes(key));
  const bodyless = endpoint.method === 'GET' || endpoint.method === 'DELETE';
  const inQuery = ([key]: [string, unknown]) => bodyless || endpoint.query?.includes(key) === true;
  const body = rest.filter((entry) => !inQuery(entry));
  return {
    url: url + queryOf(rest.filter(inQuery)),
    body: bodyless ? undefined : endpoint.body === 'multipart' ? formOf(endpoint as Endpoint, body) : Object.fromEntries(body),
  };
}

const withoutUnset = (all: Record<string, unknown>) => Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
