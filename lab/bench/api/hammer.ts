import { Agent, request } from 'node:http';

export interface HammerResult {
  /** Replies in each second. */
  perSecond: number[];
}

/** Sends one request over a kept connection; resolves with its status and bytes once the reply was read. */
function ask(agent: Agent, url: string, headers: Record<string, string>): Promise<{ status: number; bytes: number }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, headers }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, bytes }));
      answer.once('error', reject);
    });
    sent.once('error', reject);
    sent.end();
  });
}

/** Repeats the same request on parallel connections, one at a time on each. Throws for any status except 200. */
export async function hammer(url: string, headers: Record<string, string>, connections: number, seconds: number): Promise<HammerResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const perSecond = Array.from({ length: seconds }, () => 0);
  const began = performance.now();
  const second = () => Math.floor((performance.now() - began) / 1_000);
  const askOn = async () => {
    while (second() < seconds) {
      const { status, bytes } = await ask(agent, url, headers);
      if (status !== 200 || bytes === 0) throw new Error(`${url} answered ${status}, ${bytes} bytes`);
      const now = second();
      if (now < seconds) perSecond[now] = (perSecond[now] ?? 0) + 1;
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, askOn));
  } finally {
    agent.destroy();
  }
  return { perSecond };
}
