import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What lies between a browser and the portal, under an origin of its own. No driver of WebKit or Firefox can take a network away. */
export interface Line {
  url: string;
  /** From now on nobody answers. */
  cut(): Promise<void>;
  mend(): Promise<void>;
}

export async function openLine(portal: string): Promise<Line> {
  const { hostname, port } = new URL(portal);
  const ends = new Set<Socket>();
  const keep = (end: Socket) => {
    ends.add(end);
    end.once('close', () => ends.delete(end));
    // Either side may go at any moment; the other one goes with it.
    end.on('error', () => end.destroy());
  };
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    keep(near);
    keep(far);
    near.pipe(far).pipe(near);
  });
  const listen = (at: number) => new Promise<void>((done) => server.listen(at, 'localhost', done));
  await listen(0);
  const own = (server.address() as AddressInfo).port;
  return {
    url: `http://localhost:${own}`,
    cut: () =>
      new Promise((done) => {
        server.close(() => done());
        for (const end of ends) end.destroy();
      }),
    mend: () => listen(own),
  };
}
