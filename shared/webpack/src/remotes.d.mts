/** The name of a remote's folder, package and module. */
export type RemoteName = `mf-${string}`;

export function isRemoteName(name: string): name is RemoteName;

/** All remotes, by name: the folders at the top of the repository whose `module.ts` declares paths. */
export function remotesIn(root: string): RemoteName[];
