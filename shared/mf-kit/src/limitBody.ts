/** The reply, whose body fails at the first byte above `mostBytes`. A server that does not end a reply must not fill the memory of its reader. */
export function limitBody(reply: Response, mostBytes: number): Response {
  let left = mostBytes;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      left -= chunk.length;
      if (left < 0) controller.error(new Error(`${reply.url} has more than ${mostBytes} bytes`));
      else controller.enqueue(chunk);
    },
  });
  return new Response(reply.body?.pipeThrough(limit), reply);
}
