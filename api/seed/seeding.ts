/** The dependencies of a seeding. */
export interface Seeding {
  /** The instant that everything is relative to. */
  now: Date;
  hashPassword(password: string): Promise<string>;
  /** Keeps a file where uploads are kept. */
  putFile(name: string, bytes: Uint8Array): Promise<void>;
}
