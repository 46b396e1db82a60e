/** A reply as it is kept: its body is unpacked by now. */
export function storableResponse(body: BodyInit, { headers: given }: Response, more: Record<string, string> = {}): Response {
  const headers = new Headers(given);
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  for (const [name, value] of Object.entries(more)) headers.set(name, value);
  return new Response(body, { headers });
}
