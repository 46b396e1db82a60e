import type { Encrypted } from '../src/platform/identity/keyring';

/** The dependencies of a seeding. */
export interface Seeding {
  /** The instant that everything is relative to. */
  now: Date;
  hashPassword(password: string): Promise<string>;
  /** Encrypts a file of a guard and stores it in the place of uploads. @returns its data key. */
  putFile(name: string, bytes: Uint8Array): Promise<Encrypted>;
}
