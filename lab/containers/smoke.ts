import { strict as assert } from 'node:assert';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { fullPath } from '@portal/contracts/_kernel/endpoint';
import { openSos } from '@portal/contracts/shifts/shifts.staff';
import { io } from 'socket.io-client';
import { run } from './podman';

const root = resolve(import.meta.dirname, '../..');

export interface Portal {
  url: string;
  staffUrl: string;
  opsUrl: string;
  staffToken: string;
  guardToken: string;
}

const seen = (reply: Response) => `${reply.status} ${reply.headers.get('content-type') ?? ''}`;

async function openSocket({ url, guardToken }: Portal): Promise<string> {
  const socket = io(url, { transports: ['websocket'], auth: { token: guardToken }, reconnection: false, extraHeaders: { origin: url } });
  try {
    await new Promise<void>((done, fail) => {
      socket.once('connect', done);
      socket.once('connect_error', fail);
    });
    return `connected by ${socket.io.engine.transport.name}`;
  } finally {
    socket.close();
  }
}

/** What a visitor, a guard and staff do first; each resolves with what it saw, and throws if that is wrong. */
export const smoke: Record<string, (portal: Portal) => Promise<string>> = {
  'login through nginx': ({ url }) => run(process.execPath, join(root, 'tools/check-login.mjs'), url),
  async 'home page'({ url }) {
    const reply = await fetch(url);
    assert.match(await reply.text(), /<h1/);
    assert.equal(reply.status, 200);
    return seen(reply);
  },
  async 'module file'({ url }) {
    const [path] = /\/modules\/[^"'\s]+\.js/.exec(await (await fetch(url)).text()) ?? [];
    assert.ok(path, 'the home page names no file of a module');
    const reply = await fetch(url + path, { headers: { 'accept-encoding': 'br' } });
    assert.equal(seen(reply), '200 text/javascript; charset=utf-8');
    assert.equal(reply.headers.get('content-encoding'), 'br');
    assert.match(reply.headers.get('cache-control') ?? '', /immutable/);
    assert.ok((await reply.text()).length > 0);
    return `${seen(reply)}, brotli, immutable`;
  },
  'live socket through nginx': openSocket,
  async 'staff call from the public side'({ url, staffToken }) {
    const reply = await fetch(url + fullPath(openSos), { headers: { authorization: `Bearer ${staffToken}` } });
    assert.equal(reply.status, 404);
    return `refused with ${reply.status}`;
  },
  async 'the same call at the listener for staff'({ staffUrl, staffToken }) {
    const reply = await fetch(staffUrl + fullPath(openSos), { headers: { authorization: `Bearer ${staffToken}` } });
    assert.equal(reply.status, 200);
    return seen(reply);
  },
  async 'operations page'({ opsUrl }) {
    // Not by fetch, which states that a script asks.
    const [reply] = (await once(get(`${opsUrl}/_ops`), 'response')) as [IncomingMessage];
    assert.match(await text(reply), /Sign in/);
    return `${reply.statusCode} ${reply.headers['content-type']}`;
  },
};
