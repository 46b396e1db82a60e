import { activate } from '../../src/commands/activate';
import { publish } from '../../src/commands/publish';
import { isUserError } from '../../src/errors';
import { fakeBuild, newContext } from '../fixtures';

/** The parallel work of one process of a contention test, on the store in `data`. */
export interface ProcessTask {
  data: string;
  publish?: { name: string; version: string }[];
  activate?: { name: string; version: string }[];
  /** Publishes and activates one version of this module after the other, until the process is killed. */
  churn?: { name: string; from: number };
}

export interface CommandResult {
  what: string;
  /** Null if the command was rejected, with the message in `words`. */
  revision: number | null;
  words: string;
}

const say = (done: CommandResult) => process.stdout.write(`${JSON.stringify(done)}\n`);
const big = (name: string, version: string) => ({
  name,
  version,
  contents: Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`part-${n}.js`, `/* ${name} ${version} ${n} */`.repeat(200)])),
});

async function main({ data, publish: builds = [], activate: requests = [], churn }: ProcessTask): Promise<void> {
  const context = newContext(data);
  const act = async (what: string, run: () => Promise<number | null>) => {
    try {
      say({ what, revision: await run(), words: '' });
    } catch (error) {
      if (!isUserError(error)) throw error;
      say({ what, revision: null, words: error.message });
    }
  };
  const info = { by: `process ${process.pid}`, why: 'contention' };
  const put = (name: string, version: string) => publish(context, fakeBuild(big(name, version)), {});
  const switchTo = async (name: string, version: string) => (await activate(context, [{ name, version }], info))?.registry.revision ?? null;

  await Promise.all([
    ...builds.map(({ name, version }) => act(`publish ${name} ${version}`, async () => (await put(name, version)) && 0)),
    ...requests.map(({ name, version }) => act(`activate ${name} ${version}`, () => switchTo(name, version))),
  ]);
  for (let n = churn?.from ?? 0; churn; n++) {
    await put(churn.name, `1.0.${n}`);
    const revision = await switchTo(churn.name, `1.0.${n}`);
    say({ what: `1.0.${n}`, revision, words: '' });
  }
}

await main(JSON.parse(process.argv[2] ?? '{}') as ProcessTask);
