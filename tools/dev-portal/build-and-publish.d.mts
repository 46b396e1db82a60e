export function buildModules(
  root: string,
  env: Record<string, string | undefined>,
  say: (line: string) => void,
  lanes?: number,
  names?: readonly string[],
): Promise<void>;
/** The shell and every remote. */
export function modulesIn(root: string): string[];
/** The arguments of `portal` that publish the builds and activate them. */
export function publishArguments(root: string, env: Record<string, string | undefined>): string[];
export function publishModules(root: string, env: Record<string, string | undefined>): Promise<string>;
