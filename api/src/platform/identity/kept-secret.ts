import { randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

/**
 * Returns the secret in a file, and creates the file if it is missing; only its owner may read it. The file appears complete or not at all, so a full
 * disk leaves no partial secret. If two processes create it at the same time, both return the same secret.
 * @param refusal the error message for a folder that cannot be written.
 */
export function readOrMakeSecret(file: string, make: () => string, refusal: string): string {
  if (!existsSync(file)) {
    const draft = `${file}.${randomUUID()}`;
    try {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(draft, `${make()}\n`, { mode: 0o600, flush: true });
      linkSync(draft, file);
    } catch (error) {
      if (codeOf(error) === 'ENOSPC') throw new Error(`No space is left on the disk for ${file}: free some and start again.`);
      if (codeOf(error) !== 'EEXIST' || !existsSync(file)) throw new Error(refusal);
    } finally {
      if (existsSync(draft)) rmSync(draft);
    }
  }
  return readFileSync(file, 'utf8').trim();
}
