import { isSocketCall } from '@portal/contracts/_kernel/endpoint';
import { applyForJob } from '@portal/contracts/applications/applications.endpoints';
import { getPool } from '../../src/platform/database/db';
import type { Route } from '../../src/platform/http/routes';
import { casesOf } from './cases';
import { WITHIN_MS } from './check-reply';
import { headersFor } from './fixtures';
import type { FuzzApi } from './fuzz-api';
import { rightInput } from './inputs';
import { otherGuardsOf } from './other-guards';
import type { Scene } from './scene';
import { takeSnapshot } from './snapshot';
import { endConnections, exchange } from './wire';

const idOf = (scene: Scene | undefined, key: string): string => String(scene?.known[key]?.[0] ?? '');

/** A guard of the other side applies for the jobs of this side, so that replies about a job could name that guard. @returns how many jobs. */
async function applyForSameJobs({ api, world: { mine, theirs } }: FuzzApi): Promise<number> {
  const [other] = theirs;
  const jobs = new Map(mine.map((scene) => [idOf(scene, 'jobId'), idOf(scene, 'shiftId')]));
  let applied = 0;
  for (const [jobId, shiftId] of jobs) {
    const input = { userId: idOf(other, 'userId'), jobId, shiftId, isApply: 1 } as const;
    if (jobId && (await api.call(applyForJob, input, { token: other?.token ?? '' })).code === 200) applied += 1;
  }
  return applied;
}

export interface OthersSweep {
  /** Jobs for which guards of both sides have applied. */
  sharedJobs: number;
  /** Endpoints that replied with success at least once. */
  replied: string[];
  /** Ids of other guards and of their rows, in replies to requests that do not contain these ids. */
  shown: string[];
}

/** Sends the valid input of each scene to each endpoint of guards and visitors, and searches the replies for other guards' ids. */
export async function sweepReplies(ground: FuzzApi, chosen: readonly Route[]): Promise<OthersSweep> {
  const { api, world } = ground;
  await getPool().query('delete from rate_limits');
  const sharedJobs = await applyForSameJobs(ground);
  const [store, strangers] = [await takeSnapshot(), await otherGuardsOf(world.theirs)];
  const [replied, shown] = [new Set<string>(), new Set<string>()];
  const open = chosen.filter(({ kind, endpoint }) => kind === 'reply' && endpoint.auth !== 'staff' && !isSocketCall(endpoint));
  let calls = 0;
  for (const { endpoint } of open)
    for (const [at, scene] of world.mine.entries()) {
      const right = rightInput(endpoint.input, scene.known);
      const [first] = casesOf(
        { endpoint, theirs: world.theirs[at] as Scene, right, headers: headersFor(endpoint, scene) },
        { seed: 0, runs: 0, values: 0 },
      );
      if (!first) continue;
      calls += 1;
      const headers = { ...first.sent.headers, 'x-forwarded-for': `10.9.${(calls >> 8) & 255}.${calls & 255}` };
      const reply = await exchange(api.url, { ...first.sent, headers }, WITHIN_MS);
      const id = reply.status < 300 ? strangers.shownIn(reply, first.sent) : null;
      if (reply.status < 300) replied.add(endpoint.id);
      // Mobile numbers of test guards are equal, so only ids count.
      if (id?.match(/^[0-9a-f-]{36}$/)) shown.add(`${endpoint.id} shows ${id}`);
      const changed = await store.changes();
      if (changed.length > 0) await store.restore(changed);
    }
  store.drop();
  endConnections();
  return { sharedJobs, replied: [...replied], shown: [...shown] };
}
