import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy between a browser and the portal, with its own origin, because no driver of WebKit or Firefox can switch the network off. */
export interface Line {
  url: string;
  /** Closes all connections and refuses new ones until `mend`. */
  cut(): Promise<void>;
  mend(): Promise<void>;
}

export async function openLine(portal: string): Promise<Line> {
  const { hostname, port } = new URL(portal);
  const ends = new Set<Socket>();
  const keep = (end: Socket) => {
    ends.add(end);
    end.once('close', () => ends.delete(end));
    // An error on one side closes both.
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
