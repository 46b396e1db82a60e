// Publishes each remote while a shell with changed types is live: breaking changes of members that the remote mentions, and harmless ones. The seed
// chooses the changes and their order. `--seed N`, `--breaking N`, `--harmless N`.
import { parseArgs } from 'node:util';
import type { StoredTypes } from '@portal/mf-kit/storedTypes';
import { remotesIn } from '@portal/webpack/remotes';
import { random } from '../../api/seed/random';
import { repository } from '../../delivery/src/paths';
import { say } from '../../tools/say.mjs';
import { shuffle } from '../bench/random';
import { breakingChanges, type Change, harmlessChanges } from './changes';
import { publishUnder, type Remote, readRemote } from './run';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    breaking: { type: 'string', default: '100' },
    harmless: { type: 'string', default: '50' },
  },
});
const chance = random(Number(values.seed));
const remotes: Remote[] = [];
for (const name of remotesIn(repository)) remotes.push(await readRemote(name));

function choose(count: number, changesFor: (types: StoredTypes, remote: Remote) => Change[]) {
  const all = remotes.flatMap((remote) => {
    const own = JSON.parse(String(remote.build.files.get('types.json'))) as StoredTypes;
    return changesFor(own, remote).map((change) => ({ remote, change }));
  });
  if (all.length < count) throw new Error(`there are only ${all.length} changes`);
  return shuffle(chance, all).slice(0, count);
}

const times: number[] = [];
/** The changes for which `portal publish` decided otherwise than `isBreak`. */
async function wrongOf(chosen: ReturnType<typeof choose>, isBreak: boolean): Promise<number> {
  let wrong = 0;
  for (const { remote, change } of chosen) {
    const { problems, seconds } = await publishUnder(change.types, remote);
    times.push(seconds);
    const isRight = problems.length > 0 === isBreak;
    if (!isRight) wrong += 1;
    say(`${isRight ? 'ok' : 'WRONG'} ${remote.name}, ${change.title}: ${problems[0]?.split('\n')[0] ?? 'fits'} (${seconds.toFixed(1)} s)`);
  }
  return wrong;
}

const breaking = choose(Number(values.breaking), (types, { mentions }) => breakingChanges(types, mentions));
const harmless = choose(Number(values.harmless), (types, { mentions }) => harmlessChanges(types, mentions));
const missed = await wrongOf(breaking, true);
const alarms = await wrongOf(harmless, false);
say(
  `seed ${values.seed}: ${breaking.length - missed} of ${breaking.length} breaking changes caught, ${alarms} alarms on ${harmless.length} harmless ones; at most ${Math.max(...times).toFixed(1)} s for a module`,
);
process.exitCode = missed + alarms > 0 ? 1 : 0;
