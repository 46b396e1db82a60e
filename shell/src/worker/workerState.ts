/** What the worker remembers, beyond its own short life. */
export interface WorkerState {
  /** The ops key that revisions were judged by: those of before are not signed by the next one, and are not taken. */
  key: string;
  /** The newest revision whose page was kept: none before it is shown, or taken, again. */
  seen: number;
  /** The instant that is believed to be past; 0 before the first word. */
  newest: number;
  /** Module -> what the guard has used of it, named without version and hash. */
  visited: Record<string, string[]>;
}

const AT = '/kept/notes';

/** The notes in a cache beside the kept page. */
export function createWorkerState(open: () => Promise<Cache>, key: string) {
  const fresh = (visited: WorkerState['visited'] = {}): WorkerState => ({ key, seen: 0, newest: 0, visited });
  return {
    async read(): Promise<WorkerState> {
      const reply = await (await open()).match(AT);
      const notes = reply ? ((await reply.json()) as WorkerState) : fresh();
      return notes.key === key ? notes : fresh(notes.visited);
    },
    async write(notes: WorkerState): Promise<void> {
      await (await open()).put(AT, new Response(JSON.stringify(notes)));
    },
  };
}
