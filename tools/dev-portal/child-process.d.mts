export interface Child {
  name: string;
  pid: number;
  ended: Promise<{ code: number | null; signal: string | null }>;
  lastOutput(): string;
  stop(): Promise<void>;
  kill(): Promise<void>;
}
export function start(
  name: string,
  args: string[],
  options: { command?: string; cwd: string; env: Record<string, string | undefined>; logFile: string; uid?: number; gid?: number },
): Child;
export function answers(child: Child, url: string, withinMs?: number): Promise<void>;
export function run(
  args: string[],
  options: { cwd: string; env: Record<string, string | undefined>; onOutput?: (text: string) => void },
): Promise<string>;
