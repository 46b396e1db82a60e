import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';

/** Formats the text with Biome, because line breaks depend on the length of the name. Throws Biome's messages. */
export async function formatText(root: string, file: string, text: string): Promise<string> {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const child = spawn(process.execPath, [biome, 'check', '--write', `--stdin-file-path=${file}`], { cwd: root });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  child.stdin.end(text);
  const [out, said, code] = await Promise.all([readAll(child.stdout), readAll(child.stderr), ended]);
  if (code !== 0 || out === '') throw new Error(`${file} cannot be formatted: ${said.trim()}`);
  return out;
}
