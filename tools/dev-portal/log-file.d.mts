export interface LogFile {
  write(chunk: string | Uint8Array): void;
  end(): Promise<void>;
}
export function openLog(file: string, options?: { limits?: { size: string; rotate: number }; now?: () => number }): LogFile;
