/** The dependencies of a seeding. */
export interface Seeding {
  /** The instant that everything is relative to. */
  now: Date;
  hashPassword(password: string): Promise<string>;
  /** Stores a file in the place of uploads. */
  putFile(name: string, bytes: Uint8Array): Promise<void>;
}
