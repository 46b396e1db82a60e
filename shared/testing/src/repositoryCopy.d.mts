/** A copy of the repository at `root` as it stands, committed or not, in a folder that goes with this process; its libraries are the same. */
export function repositoryCopy(root: string, name: string): string;
