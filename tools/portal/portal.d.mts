export interface Started {
  url: string;
  apiUrl: string;
  data: string;
  staffToken: string | null;
  hostEnded: Promise<unknown>;
  stop(): Promise<void>;
}
export function startPortal(options: {
  port?: number;
  data?: string;
  env?: Record<string, string>;
  say?: (line: string) => void;
}): Promise<Started>;
