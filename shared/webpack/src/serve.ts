import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { type BuildOptions, build } from './build';
import type { ModulePackage } from './workspace';

export interface ServeOptions extends Pick<BuildOptions, 'version' | 'out'> {
  /** 0 means any free port. */
  port: number;
  signal: AbortSignal;
  say: (text: string) => void;
}

/** Serves a folder to pages in this machine's browser, until the signal. Calls `onReady` with the address. */
export async function serveFolder(folder: string, port: number, signal: AbortSignal, onReady: (url: string) => void): Promise<void> {
  const app = express();
  app.disable('x-powered-by');
  app.use((_request, reply, next) => {
    // The portal's page has another origin, and the next build has files with the same names.
    reply.set({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' });
    next();
  });
  app.use(express.static(folder, { cacheControl: false }));
  const server = app.listen(port, 'localhost');
  // Rejects if the port is in use.
  await once(server, 'listening');
  onReady(`http://localhost:${(server.address() as AddressInfo).port}/`);
  if (!signal.aborted) await once(signal, 'abort');
  const hasClosed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await hasClosed;
}

/** Builds a remote and serves it until the signal. A later build is served to the next page. */
export async function serveBuild(module: ModulePackage, { port, signal, say, ...options }: ServeOptions): Promise<void> {
  const { name, version, out } = await build(module, options);
  const portal = process.env.PORTAL_URL ?? 'http://localhost:8080';
  await serveFolder(out, port, signal, (url) => say(`${name} ${version} at ${url}; in your browser: ${portal}/?module=${name}@${url}`));
}
