export interface StartedPortal {
  url: string;
  apiUrl: string;
  data: string;
  staffToken: string | null;
  /** Process ids; undefined while a process waits for its restart. */
  pids(): { api: number | undefined; host: number | undefined };
  stop(): Promise<void>;
}
export function startPortal(options: {
  port?: number;
  data?: string;
  env?: Record<string, string>;
  fromSources?: boolean;
  say?: (line: string) => void;
}): Promise<StartedPortal>;
