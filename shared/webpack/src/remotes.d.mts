/** A remote by its name: that of its folder, of its package and of its module. */
export type RemoteName = `mf-${string}`;

/** What a remote may be called. */
export function isRemoteName(name: string): name is RemoteName;

/** The one list of remotes: the folders at the top of the repository that say in a `module.ts` which paths are theirs. By name. */
export function remotesIn(root: string): RemoteName[];
