import webpack, { type Compilation, type Configuration } from 'webpack';

/** Runs webpack once. Throws one error with all messages if the build failed. */
export function compile(configuration: Configuration): Promise<Compilation> {
  return new Promise((resolve, reject) => {
    const compiler = webpack(configuration);
    if (!compiler) return reject(new Error('webpack refused its configuration'));
    compiler.run((failure, stats) => {
      // Closing writes the cache, so the process may only end afterwards.
      compiler.close((closing) => {
        if (failure ?? closing) return reject(failure ?? closing);
        if (!stats || stats.hasErrors())
          return reject(new Error(stats?.toString({ all: false, errors: true, colors: false }) ?? 'webpack said nothing'));
        if (stats.hasWarnings()) process.stderr.write(`${stats.toString({ all: false, warnings: true })}\n`);
        resolve(stats.compilation);
      });
    });
  });
}
