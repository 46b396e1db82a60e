import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Scene, type Step } from './environment';
import type { Engine } from './window';

interface Place {
  url: string;
  staffToken: string;
  /** Folder for screenshots of failures. */
  pictures: string;
}

const fileName = (words: string) => words.replace(/\W+/g, '-').slice(0, 60);

/** Runs one step in one engine. Returns its errors, one line each. */
async function runStep(engine: Engine, step: Step, { url, staffToken, pictures }: Place): Promise<string[]> {
  const scene = new Scene(engine, url, staffToken);
  const wrong: string[] = [];
  try {
    await step.run(scene);
  } catch (error) {
    wrong.push((error as Error).message);
    mkdirSync(pictures, { recursive: true });
    const shots = await scene.screenshots().catch((lost: Error) => {
      wrong.push(`no picture: ${lost.message}`);
      return [];
    });
    for (const [at, shot] of shots.entries()) {
      const file = join(pictures, `${engine.name}-${fileName(step.name)}-${at}.png`);
      writeFileSync(file, shot);
      wrong.push(`picture: ${file}`);
    }
  }
  wrong.push(...scene.noise().map((line) => `console: ${line}`));
  await scene.end();
  return wrong;
}

/** Runs the steps in sequence, prints a line for each, and returns the number of failures. */
export async function runSteps(engine: Engine, steps: readonly Step[], place: Place, say: (line: string) => void): Promise<number> {
  let failed = 0;
  for (const step of steps) {
    const started = performance.now();
    const wrong = await runStep(engine, step, place);
    if (wrong.length > 0) failed += 1;
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    say(`${engine.name.padEnd(9)}${wrong.length === 0 ? 'passed' : 'FAILED'}${seconds.padStart(7)} s  ${step.name}`);
    for (const line of wrong) say(`          ${line}`);
  }
  return failed;
}
