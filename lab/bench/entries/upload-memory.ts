import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fullPath, type Input } from '@portal/contracts/_kernel/endpoint';
import { previewMedia } from '@portal/contracts/media/media.endpoints';
import { createTicket, listTickets } from '@portal/contracts/tickets/tickets.endpoints';
import pg from 'pg';
import sharp from 'sharp';
import { makePeople } from '../../../e2e/kills/actors';
import { startApiAlone } from '../api/process';
import { type PictureFigures, storedProblem } from '../api/stored';
import type { Entry } from '../entry';
import { exactEstimate } from '../estimate';

const PICTURES = 100;
const SIZE = { width: 4000, height: 3000 };
/** With this noise twelve million pixels have almost the 2 MB that a picture may have. */
const NOISE = { type: 'gaussian', mean: 128, sigma: 14 } as const;
const LOOK_MS = 20;
const KB = 1024;

function residentMegabytes(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  if (!kilobytes) throw new Error('the memory of the API cannot be read here');
  return Number(kilobytes) / KB;
}

/** Decodes a whole picture. Rejects if it is damaged. */
async function lookAt(bytes: Uint8Array): Promise<PictureFigures> {
  const { data, info } = await sharp(bytes, { failOn: 'error' }).raw().toBuffer({ resolveWithObject: true });
  const { channels } = await sharp(data, { raw: info }).stats();
  return { width: info.width, height: info.height, means: channels.map(({ mean }) => mean) };
}

/** Downloads a stored picture as its guard does. */
async function readBack(url: string, filename: string, token: string): Promise<PictureFigures> {
  const reply = await fetch(`${url}${fullPath(previewMedia)}?filename=${filename}`, { headers: { authorization: `Bearer ${token}` } });
  if (!reply.ok) throw new Error(`an acknowledged picture cannot be read: ${reply.status}`);
  return lookAt(new Uint8Array(await reply.arrayBuffer()));
}

export const uploadMemory: Entry = {
  id: 'upload-memory',
  what: `Peak resident memory of the API while ${PICTURES} guards send a picture of 12 MP at the same time; a lost picture fails the entry`,
  on: 'machine',
  unit: 'MB',
  atMost: 1536,
  isLong: true,
  async measure(lab) {
    const api = await startApiAlone(lab, 'upload_memory');
    const pool = new pg.Pool({ ...api.database, max: 2 });
    const query = async <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => (await pool.query<Row>(text, values)).rows;
    const people = await makePeople({ get: api.get, query }, PICTURES);
    await pool.end();
    const bytes = await sharp({ create: { ...SIZE, channels: 3, background: '#456', noise: NOISE } })
      .jpeg({ quality: 60 })
      .toBuffer();
    const before = residentMegabytes(api.pid);
    let most = before;
    let isOver = false;
    const watching = (async () => {
      for (; !isOver; await pause(LOOK_MS)) most = Math.max(most, residentMegabytes(api.pid));
    })();
    const began = performance.now();
    const sent = people.map(async ({ token, jobId }, at) => {
      const image = new File([new Uint8Array(bytes)], `${at}.jpg`, { type: 'image/jpeg' });
      const input = {
        ticketType: 0,
        jobId,
        ticketTitle: `Picture ${at}`,
        description: 'Twelve million pixels',
        images: [image],
      } as unknown as Input<typeof createTicket>;
      return api.call(createTicket, input, { token });
    });
    const replies = await Promise.all(sent);
    isOver = true;
    await watching;
    const seconds = (performance.now() - began) / 1000;
    const refused = replies.filter(({ code }) => code !== 200);
    if (refused[0])
      throw new Error(
        `${refused.length} of ${PICTURES} were refused: ${refused[0].code} ${JSON.stringify(refused[0].errors ?? refused[0].message)}`,
      );
    const original = await lookAt(bytes);
    for (const { token } of people) {
      const { docs } = await api.get(listTickets, {} as Input<typeof listTickets>, { token });
      const [filename, ...others] = docs[0]?.images ?? [];
      if (filename === undefined || others.length > 0) throw new Error('an acknowledged picture is lost');
      const problem = storedProblem(original, await readBack(api.url, filename, token));
      if (problem) throw new Error(`a stored picture is not the one that was sent: ${problem}`);
    }
    return {
      ...exactEstimate(most),
      detail: `${Math.round(before)} MB before; ${PICTURES} pictures of ${(bytes.length / KB / KB).toFixed(1)} MB in ${seconds.toFixed(1)} s, each stored and read back completely`,
    };
  },
};
