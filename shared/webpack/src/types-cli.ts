import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { compareTypes, type TypeRequest } from './typeComparison';

/** `portal-types FILE`: compares the types in a request and prints the reply, both as JSON. Returns the exit code. */
export async function main([file]: string[]): Promise<number> {
  try {
    if (file === undefined) throw new Error('name the file of the request');
    const reply = await compareTypes(resolve(import.meta.dirname, '../../..'), JSON.parse(readFileSync(file, 'utf8')) as TypeRequest);
    process.stdout.write(JSON.stringify(reply));
    return 0;
  } catch (error) {
    process.stderr.write(`portal-types: ${(error as Error).message}\n`);
    return 1;
  }
}
