import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { compareTypes, type TypeRequest } from './typeComparison';

/** `portal-types`: reads a request, compares its types and prints the reply, both as JSON. Returns the exit code. */
export async function main(): Promise<number> {
  try {
    const reply = await compareTypes(
      resolve(import.meta.dirname, '../../..'),
      JSON.parse(readFileSync(process.stdin.fd, 'utf8')) as TypeRequest,
    );
    process.stdout.write(JSON.stringify(reply));
    return 0;
  } catch (error) {
    process.stderr.write(`portal-types: ${(error as Error).message}\n`);
    return 1;
  }
}
