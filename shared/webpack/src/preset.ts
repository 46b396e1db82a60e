import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { CHUNK_MS } from '@portal/mf-kit/deadlines';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import MinimizerPlugin from 'minimizer-webpack-plugin';
import webpack, { type Configuration, type RuleSetRule } from 'webpack';
import { federation } from './federation';
import { ChunkPatience, RegistryIntegrity } from './integrity';
import { containerOf, findRoot, type Kind, readPackage } from './workspace';

export interface PresetOptions {
  /** The module's folder. */
  dir: string;
  kind: Kind;
  version: string;
  /** Where the files go; `<dir>/dist` when left out. */
  out?: string;
  dev?: boolean;
}

const axios = createRequire(import.meta.url).resolve('axios/package.json');
/** Axios exports these as properties of one object, so webpack cannot see that no code here reads them. */
const unusedOfAxios = ['helpers/HttpStatusCode.js', 'cancel/CancelToken.js'].map((file) => join(dirname(axios), 'lib', file));

/** The production jsx runtime in dev too: React comes from the published shell. */
export const scriptRule: RuleSetRule = {
  test: /\.tsx?$/,
  exclude: /node_modules/,
  use: {
    loader: 'swc-loader',
    options: {
      jsc: {
        target: 'es2022',
        externalHelpers: false,
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic', development: false } },
      },
    },
  },
};

/** css-loader with names salted by the container: two versions in one page never meet. */
export const cssLoader = (container: string, onlyNames: boolean) => ({
  loader: 'css-loader',
  // webpack's cache keys a module by this, not by the options: without it the last version's names come back.
  ident: `css-${container}`,
  options: {
    modules: {
      auto: /\.module\.css$/,
      namedExport: false,
      exportLocalsConvention: 'as-is',
      exportOnlyLocals: onlyNames,
      localIdentHashSalt: container,
      // Not webpack's context: the same names for the same file in every build of this repository.
      localIdentContext: findRoot(import.meta.dirname),
      localIdentName: '[local]_[hash:base64:6]',
    },
  },
});

/** Tells the browser to compile a file whole while it loads, not each function when it is first called. Only seen in the first line. */
export const COMPILED_AT_ONCE = '//# allFunctionsCalledOnLoad';

/**
 * A remote's files come when a link is pointed at, and the click then finds code that is ready. After the minifier, which drops comments;
 * before the hashes.
 */
const compiledAtOnce = () =>
  new webpack.BannerPlugin({
    banner: COMPILED_AT_ONCE,
    raw: true,
    test: /\.js$/,
    stage: webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1,
  });

/**
 * What several chunks share is called by who shares it. The number that webpack gives it changes with the version, which is in the names of
 * stylesheets; the host sends of a file what differs from the file of the same name.
 */
function sharedName(_module: unknown, chunks: readonly { name?: string | null }[]): string | undefined {
  const names = chunks.map(({ name }) => name ?? '').sort();
  if (names.includes('')) return undefined;
  return `shared-${createHash('sha256').update(names.join()).digest('hex').slice(0, 6)}`;
}

/** webpack's configuration for one module. The shell needs no federation plugin: it hands its libraries over at run time. */
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
    // Never an eval kind: the page's policy refuses it.
    devtool: 'source-map',
    resolve: { extensions: ['.tsx', '.ts', '.js'], alias: Object.fromEntries(unusedOfAxios.map((file) => [file, false])) },
    module: {
      rules: [
        scriptRule,
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
      // Not webpack's terser: on our shell swc's files are 1 % smaller, in a fifth of the processor time.
      minimizer: [new MinimizerPlugin({ minify: MinimizerPlugin.swcMinify, minimizerOptions: { ecma: 2022, compress: { passes: 2 } } })],
      // Files live and die with their version, so vendors in files of their own would only cost requests.
      // What several screens share must be worth one; small pieces are repeated.
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
