import { COMPILED_AT_ONCE } from '@portal/webpack/preset';
import webpack, { type Compilation, type Compiler } from 'webpack';

/** The members of webpack's ChunkGroup that are read here. */
export interface Group {
  getFiles(): readonly string[];
  getChildren(): readonly Group[];
}

/** Files of these groups and of their descendants, without the groups in `except` and their descendants. */
function filesFrom(groups: readonly Group[], except: readonly Group[] = []): Set<string> {
  const seen = new Set<Group>(except);
  const found = new Set<string>();
  const open = [...groups];
  for (let group = open.pop(); group; group = open.pop()) {
    if (seen.has(group)) continue;
    seen.add(group);
    for (const file of group.getFiles()) found.add(file);
    open.push(...group.getChildren());
  }
  return found;
}

/** Scripts that only remotes load. Scripts that the shell loads too belong to the shell, as in the composed portal. */
export function scriptsOfRemotes(shell: Group, remotes: readonly Group[]): string[] {
  const ofShell = filesFrom([shell], remotes);
  return [...filesFrom(remotes)].filter((file) => file.endsWith('.js') && !ofShell.has(file));
}

const NAME = 'CompiledAtOnce';

/** Compiles the monolith's remotes eagerly when they load, as the composed portal's remotes. */
export const compileAtOncePlugin = (remotes: readonly string[]) => ({
  apply(compiler: Compiler) {
    const mark = (compilation: Compilation) => {
      const shell = compilation.entrypoints.get('shell');
      const groups = remotes.flatMap((name) => compilation.namedChunkGroups.get(name) ?? []);
      if (!shell || groups.length < remotes.length) throw new Error('the monolith lacks its shell or a remote');
      for (const file of scriptsOfRemotes(shell, groups))
        compilation.updateAsset(file, (source) => new webpack.sources.ConcatSource(COMPILED_AT_ONCE, '\n', source));
    };
    // As in the preset: after the minifier, which drops comments, and before the hashes; and after the changed line of the next release, because the
    // marker must be the first line.
    const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 2;
    // Child compilers for stylesheets have neither shell nor remotes.
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      compilation.hooks.processAssets.tap({ name: NAME, stage }, () => mark(compilation));
    });
  },
});
