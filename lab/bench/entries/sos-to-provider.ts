import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Input } from '@portal/contracts/_kernel/endpoint';
import { raiseSos } from '@portal/contracts/shifts/shifts.sos';
import { startSmsProvider } from '../../../api/test/sms';
import { type Processes, startProcesses } from '../../welfare/processes';
import { makePhones, untilAnswered } from '../../welfare/simulation';
import type { Entry } from '../entry';
import { estimate } from '../estimate';
import { p95 } from '../numbers';

const PRESSES = 200;
/** Of the API and of the worker each, during a press. */
const KILLS = 3;
const DISPATCHER = '4165550177';
const LOST_AFTER_MS = 120_000;

type Phone = Awaited<ReturnType<typeof makePhones>>[number];

/** The time at which the provider had the message about an SOS. */
async function arrival({ query }: Processes, arrived: ReadonlyMap<string, number>, sosId: string): Promise<number> {
  for (const deadline = performance.now() + LOST_AFTER_MS; performance.now() < deadline; await pause(1)) {
    const [message] = await query<{ id: string }>(`select id from outgoing_messages where about_id = $1 and channel = 'sms'`, [sosId]);
    const at = message && arrived.get(message.id);
    if (at !== undefined) return at;
  }
  throw new Error(`No message about an SOS reached the provider within ${LOST_AFTER_MS / 1_000} s`);
}

/** @returns the milliseconds from the press to the provider. */
async function press(processes: Processes, phone: Phone, arrived: ReadonlyMap<string, number>): Promise<number> {
  const { jobId, shiftId, token, assignmentId } = phone;
  const input = { jobId, shiftId, active: true, at: new Date().toISOString() } as Input<typeof raiseSos>;
  const began = performance.now();
  const { code, message, data } = await untilAnswered(() => processes.call(raiseSos, input, { token, key: `sos:${assignmentId}` }));
  if (code !== 200 || !data) throw new Error(`An SOS was refused: ${code} ${message}`);
  return (await arrival(processes, arrived, data.sosId)) - began;
}

export const sosToProvider: Entry = {
  id: 'sos-to-provider',
  what: `From the press of SOS to the provider of text messages, p95 of ${PRESSES}, with API and worker in separate processes, each killed ${KILLS} times during a press`,
  on: 'machine',
  unit: 'ms',
  atMost: 500,
  isLong: true,
  async measure(lab) {
    const provider = await startSmsProvider();
    const arrived = new Map<string, number>();
    provider.onSent = ({ id }) => void arrived.set(id, arrived.get(id) ?? performance.now());
    const processes = await startProcesses(join(lab.folder, 'sos'), { SMS_URL: provider.url, PORTAL_SOS_TO: DISPATCHER });
    try {
      const phones = await makePhones(processes, { phones: PRESSES, silent: 0, seed: lab.seed });
      const [times, duringKills]: [number[], number[]] = [[], []];
      for (const [at, phone] of phones.entries()) {
        const isKilled = at % Math.floor(PRESSES / (2 * KILLS)) === 1 && duringKills.length < 2 * KILLS;
        const victim = duringKills.length % 2 === 0 ? processes.api : processes.worker;
        const [time] = await Promise.all([press(processes, phone, arrived), isKilled && victim.kill()]);
        times.push(time);
        if (isKilled) duringKills.push(time);
      }
      return {
        ...estimate(lab.random, times, p95),
        detail: `${times.length} of ${PRESSES} arrived; during kills after ${duringKills.map((ms) => `${(ms / 1_000).toFixed(1)} s`).join(', ')}`,
      };
    } finally {
      await processes.stop();
      await provider.stop();
    }
  },
};
