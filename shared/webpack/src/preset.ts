import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { CHUNK_MS } from '@portal/mf-kit/deadlines';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import MinimizerPlugin from 'minimizer-webpack-plugin';
import webpack, { type Configuration, type RuleSetRule } from 'webpack';
import { federation } from './federation';
import { ChunkPatience, RegistryIntegrity } from './integrity';
import { containerOf, findRoot, type ModuleKind, readPackage } from './workspace';

export interface PresetOptions {
  dir: string;
  kind: ModuleKind;
  version: string;
  /** The folder for the files; default: `<dir>/dist`. */
  out?: string;
  dev?: boolean;
}

const axios = createRequire(import.meta.url).resolve('axios/package.json');
/**
 * Axios exports these as properties of one object, so webpack cannot see that no code here reads them. It calls two of them: `formDataToJSON` for a
 * form with a JSON content type, `estimateDataURLDecodedBytes` for a limit of replies. No call here has either.
 */
const unusedOfAxios = [
  'cancel/CancelToken.js',
  'helpers/HttpStatusCode.js',
  'helpers/estimateDataURLDecodedBytes.js',
  'helpers/formDataToJSON.js',
  'helpers/isAxiosError.js',
  'helpers/spread.js',
].map((file) => join(dirname(axios), 'lib', file));

/** Also in development the production JSX runtime, because React comes from the published shell. */
export const scriptRule = (hasMaps: boolean): RuleSetRule => ({
  test: /\.tsx?$/,
  exclude: /node_modules/,
  use: {
    loader: 'swc-loader',
    options: {
      // webpack replaces the path of this machine in a map only if it gets an object. Else the hashes of chunks depend on the folder.
      sourceMaps: hasMaps,
      parseMap: hasMaps,
      jsc: {
        target: 'es2022',
        externalHelpers: false,
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic', development: false } },
      },
    },
  },
});

/** css-loader with class names that contain a hash of the container, so that two versions in one page have different names. */
export const cssLoader = (container: string, onlyNames: boolean) => ({
  loader: 'css-loader',
  // webpack's cache uses this as the key of a module, not the options. Without it, class names of the last version would reappear.
  ident: `css-${container}`,
  options: {
    modules: {
      auto: /\.module\.css$/,
      namedExport: false,
      exportLocalsConvention: 'as-is',
      exportOnlyLocals: onlyNames,
      localIdentHashSalt: container,
      // Not webpack's context, so that a file gets the same names in every build of this repository.
      localIdentContext: findRoot(import.meta.dirname),
      localIdentName: '[local]_[hash:base64:6]',
    },
  },
});

/** Makes V8 compile a file completely while it loads, instead of each function at its first call. Only valid in the first line. */
export const COMPILED_AT_ONCE = '//# allFunctionsCalledOnLoad';

/**
 * Adds `COMPILED_AT_ONCE` to each file of a remote, because the files load when the pointer is over a link, before the click. It runs after
 * the minifier, which removes comments, and before the hashes.
 */
const compiledAtOnce = () =>
  new webpack.BannerPlugin({
    banner: COMPILED_AT_ONCE,
    raw: true,
    test: /\.js$/,
    stage: webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1,
  });

/**
 * Names a shared chunk by the chunks that use it. webpack's number would change with the version, because names of stylesheets contain it.
 * With a stable name, the portal host can send only the difference to the previous file.
 */
function sharedName(_module: unknown, chunks: readonly { name?: string | null }[]): string | undefined {
  const names = chunks.map(({ name }) => name ?? '').sort();
  if (names.includes('')) return undefined;
  return `shared-${createHash('sha256').update(names.join()).digest('hex').slice(0, 6)}`;
}

/** webpack's configuration for one module. The shell needs no federation plugin, because it provides its libraries at run time. */
export function preset({ dir, kind, version, out = join(dir, 'dist'), dev = false }: PresetOptions): Configuration {
  const { name } = readPackage(dir);
  const container = containerOf(name, version);
  const hashed = dev ? '[name]' : '[name].[contenthash:8]';
  return {
    name,
    mode: dev ? 'development' : 'production',
    context: dir,
    target: ['web', 'es2022'],
    entry: kind === 'shell' ? { shell: './src/main.tsx' } : {},
    output: {
      path: out,
      clean: true,
      publicPath: 'auto',
      uniqueName: container,
      chunkLoadTimeout: CHUNK_MS,
      filename: kind === 'shell' ? `${hashed}.js` : '[name].js',
      chunkFilename: `${hashed}.js`,
      assetModuleFilename: '[name].[contenthash:8][ext]',
    },
    // No eval kind, because the page's policy refuses it.
    devtool: 'source-map',
    resolve: { extensions: ['.tsx', '.ts', '.js'], alias: Object.fromEntries(unusedOfAxios.map((file) => [file, false])) },
    module: {
      rules: [
        scriptRule(true),
        { test: /[\\/]src[\\/]routes\.tsx$/, enforce: 'pre', loader: join(import.meta.dirname, 'screens.ts') },
        { test: /\.css$/, use: [MiniCssExtractPlugin.loader, cssLoader(container, false)] },
        { test: /\.(svg|png|jpe?g|webp|avif|woff2)$/, type: 'asset/resource' },
      ],
    },
    plugins: [
      new webpack.DefinePlugin({ __MODULE__: JSON.stringify({ name, version }) }),
      new webpack.IgnorePlugin({ resourceRegExp: /^\.\/locale$/, contextRegExp: /moment$/ }),
      new MiniCssExtractPlugin({ filename: `${hashed}.css`, chunkFilename: `${hashed}.css`, ignoreOrder: true }),
      new RegistryIntegrity(),
      new ChunkPatience(),
      ...(kind === 'remote' ? [...federation(dir, container), compiledAtOnce()] : []),
    ],
    optimization: {
      chunkIds: dev ? 'named' : 'deterministic',
      // Instead of webpack's terser: on our shell, swc's files are 1 % smaller in a fifth of the processor time.
      minimizer: [new MinimizerPlugin({ minify: MinimizerPlugin.swcMinify, minimizerOptions: { ecma: 2022, compress: { passes: 2 } } })],
      // All files change with each version, so separate vendor files would only cost requests. Code that several screens share must be
      // large enough for a request; small parts are repeated.
      splitChunks: {
        ...{ chunks: 'async', minSize: 40_000, maxAsyncRequests: 4, name: dev ? false : sharedName },
        cacheGroups: { defaultVendors: false },
      },
    },
    cache: dev
      ? { type: 'memory' }
      : {
          type: 'filesystem',
          cacheDirectory: join(findRoot(dir), 'node_modules/.cache/portal-build'),
          name,
          buildDependencies: { preset: [import.meta.filename, join(import.meta.dirname, 'federation.ts')] },
        },
    performance: false,
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'warn' },
  };
}
