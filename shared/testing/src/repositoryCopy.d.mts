/**
 * A copy of the repository at `root`, including uncommitted changes, in a folder that is removed when the process ends. It links the same
 * libraries.
 */
export function repositoryCopy(root: string, name: string): string;
