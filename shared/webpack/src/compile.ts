import webpack, { type Compilation, type Configuration, type Stats } from 'webpack';

function compilationOf(stats: Stats | undefined): Compilation {
  if (!stats) throw new Error('webpack returned no result');
  if (stats.hasErrors()) throw new Error(stats.toString({ all: false, errors: true, colors: false }));
  if (stats.hasWarnings()) process.stderr.write(`${stats.toString({ all: false, warnings: true })}\n`);
  return stats.compilation;
}

/** Runs webpack once. Throws one error with all messages if the build failed. */
export async function compile(configuration: Configuration): Promise<Compilation> {
  const compiler = webpack(configuration);
  if (!compiler) throw new Error('webpack refused its configuration');
  const stats = await new Promise<Stats | undefined>((resolve, reject) => {
    compiler.run((failure, result) => {
      // Closing writes the cache, so the process may only end afterwards.
      compiler.close((closing) => ((failure ?? closing) ? reject(failure ?? closing) : resolve(result)));
    });
  });
  return compilationOf(stats);
}
