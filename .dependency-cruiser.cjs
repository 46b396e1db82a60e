/**
 * The house rules as patterns: a new feature, domain or remote is fenced at birth.
 * tools/lint/architecture.test.mjs plants one breach of each and sees it caught under its name.
 */
const test = '\\.test\\.(ts|tsx|mjs)$|^shared/testing/|^api/test/|^delivery/(test/|src/(fixtures|contender)\\.ts$)|^e2e/';
/** The part of the tests' own code that runs in Node: temporary folders, and the keys that the ledger states. */
const helpers = '^shared/testing/src/(temporaryFolder|statedKeys)\\.';
/** Packages that only `npm run lab` installs. */
const labPackages = Object.keys(require('./lab/package.json').dependencies);
const browser = '^(shell|mf-[^/]+|shared/(ui|forms|mf-kit|api-client|device|maps|thread))/';

/** A library has one home: everyone else is refused. */
const onlyIn = (name, library, home, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { pathNot: [home, test] },
  to: { path: `(^|/)node_modules/(${library})/|^(${library})$` },
});

/** The layers of the shell, lowest first. A layer imports from itself and from those before it. */
const shellLayers = [
  'platform',
  'tabs',
  'registry|session|outbox|realtime|telemetry',
  'modules|navigation|notices|offline',
  'chrome',
  'boot',
];
const shellLayerRules = shellLayers.slice(0, -1).map((layer, at) => ({
  name: `shell-layer-${layer.replaceAll('|', '-')}-imports-no-later-layer`,
  comment: `The shell's layers, lowest first: ${shellLayers.join(' < ')}.`,
  severity: 'error',
  from: { path: `^shell/src/(${layer})/`, pathNot: [test, '\\.fixture\\.tsx?$'] },
  to: { path: `^shell/src/(${shellLayers.slice(at + 1).join('|')})/`, pathNot: '\\.module\\.css$' },
}));

const forbidden = [
  ...shellLayerRules,
  {
    name: 'shell-has-no-path-of-a-remote',
    comment: 'The declaration of a route says what the shell needs to know of its path.',
    severity: 'error',
    from: { path: '^shell/src/', pathNot: [test, '\\.fixture\\.tsx?$'] },
    to: { path: '^shared/contracts/src/.*\\.paths\\.ts$' },
  },
  {
    name: 'remotes-are-strangers',
    comment: 'Remotes meet only through a URL, the API or the portal context.',
    severity: 'error',
    from: { path: '^(mf-(?!kit/)[^/]+)/' },
    to: { path: '^mf-[^/]+/', pathNot: '^$1/' },
  },
  {
    name: 'shell-knows-no-remote',
    comment: 'What the shell needs of a path stands in the declaration that the registry carries.',
    severity: 'error',
    from: { path: '^shell/' },
    to: { path: '^mf-' },
  },
  {
    name: 'shell-knows-no-screen-contract',
    comment: 'Of the contracts the shell reads the kernel, auth, guards, the next step of onboarding, and links.',
    severity: 'error',
    from: { path: '^shell/src/', pathNot: test },
    to: {
      path: '^shared/contracts/src/',
      pathNot: '^shared/contracts/src/(_kernel|auth|guards)/|/onboarding\\.rules\\.ts$|\\.paths\\.ts$',
    },
  },
  {
    name: 'features-meet-at-their-doors',
    comment: 'Features of one remote meet at *.queries.ts, *Modal.tsx and *Part.tsx.',
    severity: 'error',
    from: { path: '^(mf-[^/]+)/src/features/([^/]+)/', pathNot: test },
    to: { path: '^$1/src/features/', pathNot: ['^$1/src/features/$2/', '\\.queries\\.tsx?$', '(Modal|Part)\\.tsx$'] },
  },
  {
    name: 'contract-domains-meet-in-the-kernel',
    comment: 'What two domains share is moved to contracts/_kernel.',
    severity: 'error',
    from: { path: '^shared/contracts/src/([^/]+)/', pathNot: '\\.test\\.ts$' },
    to: { path: '^shared/contracts/src/', pathNot: '^shared/contracts/src/($1|_kernel)/' },
  },
  {
    name: 'kernel-is-a-leaf',
    comment: 'The kernel knows nothing of the house.',
    severity: 'error',
    from: { path: '^shared/contracts/', pathNot: '\\.test\\.ts$' },
    to: { path: '^(shared/(?!contracts/)|shell|mf-|api|delivery|e2e|tools|lab)' },
  },
  {
    name: 'shared-knows-no-module',
    comment: 'Shared packages serve the shell and the remotes; they import neither.',
    severity: 'error',
    from: { path: '^shared/(?!contracts/|webpack/)' },
    to: { path: '^(shell|mf-[^/]+|delivery)/' },
  },
  {
    name: 'ui-is-presentational',
    comment: 'ui imports react and the kernel: no calls, no portal, no domain.',
    severity: 'error',
    from: { path: '^shared/ui/', pathNot: '\\.test\\.tsx?$' },
    to: { path: '^shared/', pathNot: '^shared/(ui/|contracts/src/_kernel/)' },
  },
  {
    name: 'client-knows-no-server-code',
    comment: 'Browser code and the API meet in the contracts.',
    severity: 'error',
    from: { path: '^(shell|mf-[^/]+|shared)/' },
    to: { path: '^(api|delivery)/' },
  },
  {
    name: 'pages-load-no-calls-of-staff',
    comment: 'Staff act by commands. Their calls and the texts of the commands would only make pages larger.',
    severity: 'error',
    from: { path: browser, pathNot: test },
    to: { path: '^shared/contracts/src/.*\\.staff\\.ts$' },
  },
  {
    name: 'browser-code-has-no-node-modules',
    comment: 'Browser code runs in a browser.',
    severity: 'error',
    // mf-kit/prerender runs in the build.
    from: { path: browser, pathNot: [test, '/prerender\\.tsx$'] },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'api-knows-only-contracts',
    comment: 'The API is a deployable of its own.',
    severity: 'error',
    from: { path: '^api/' },
    to: { path: '^(shell|mf-|delivery|e2e|shared/(?!(contracts|settings|object-storage|tracing)/))', pathNot: helpers },
  },
  {
    name: 'api-domains-meet-at-services',
    comment: 'Domains use the services of other domains, and SQL columns in files named *.columns.ts; routes and repositories are private.',
    severity: 'error',
    from: { path: '^api/src/domains/([^/]+)/', pathNot: test },
    to: { path: '^api/src/domains/[^/]+/', pathNot: '^api/src/domains/($1/|[^/]+/[^/]+\\.(service|columns)\\.ts$)' },
  },
  {
    name: 'sql-stays-behind-its-service',
    comment: 'A repository is read by its own domain; routes go through the service.',
    severity: 'error',
    from: { path: '^api/src/(domains/[^/]+/[^/]+\\.routes\\.ts$|platform/|http-server\\.ts$)' },
    to: { path: '\\.repository\\.ts$' },
  },
  {
    name: 'platform-knows-no-domain',
    comment: 'The platform carries domains; it does not know them.',
    severity: 'error',
    from: { path: '^api/src/platform/', pathNot: test },
    to: { path: '^api/src/domains/' },
  },
  {
    name: 'files-have-one-door',
    comment: 'What is stored is shared by all machines: platform/files knows where.',
    severity: 'error',
    from: { path: '^api/src/(domains|jobs)/', pathNot: [test, '^api/src/domains/places/places\\.data\\.ts$'] },
    to: { path: '^(node:)?fs(/promises)?$' },
  },
  onlyIn(
    's3-only-in-its-bucket',
    '@aws-sdk/.+',
    '^shared/object-storage/|^lab/cluster/',
    'One client, loaded only where there is a bucket.',
  ),
  onlyIn(
    'zstd-only-in-delivery',
    '@bokuweb/zstd-wasm',
    '^delivery/src/store/zstd\\.ts$',
    'A quarter of a megabyte, loaded where something is packed, and given nothing of a length that it was not told.',
  ),
  {
    name: 'delivery-knows-only-the-kernel',
    comment: 'Delivery moves modules without knowing what is in them.',
    severity: 'error',
    from: { path: '^delivery/', pathNot: test },
    to: {
      path: '^(shell|mf-|api|e2e)/|^shared/(?!contracts/src/_kernel/|settings/|object-storage/|tracing/|mf-kit/src/(announcement|canary|assetName|offlineCacheNames|signedTexts|module|objective|pageLayout|override|pageInput|inspect|missingFile|routePatterns|ranges|readAtMost|provenance|storedTypes|renderer|healthReport|timestamp)\\.ts$)',
    },
  },
  {
    name: 'journeys-touch-only-contracts',
    comment: 'The journeys run against any deployed portal: by URL and staff calls only.',
    severity: 'error',
    from: { path: '^e2e/(journeys|a11y|support)/' },
    to: { path: '^(shell|mf-|api|delivery)' },
  },
  onlyIn(
    'yup-only-in-contracts',
    'yup',
    '^shared/(contracts|settings)/|^api/src/platform/|^shell/src/modules/loading/sharedLibraries\\.ts$',
    'A rule cannot be written elsewhere.',
  ),
  onlyIn('axios-only-in-transport', 'axios', '^shared/api-client/src/transport\\.ts$', 'One transport.'),
  onlyIn('socket-client-only-in-api-client', 'socket\\.io-client', '^shared/api-client/|^lab/(cluster|containers)/', 'One socket.'),
  onlyIn('idb-only-in-device', 'idb', '^shared/device/', 'What is kept on the device is opened, closed and committed in one way.'),
  onlyIn(
    'google-only-in-maps',
    '@react-google-maps/.+|@googlemaps/.+',
    '^shared/maps/',
    'One loader of the script, and one place where maps are drawn.',
  ),
  onlyIn(
    'telemetry-sdk-only-in-tracing',
    '@opentelemetry/(?!api/).+',
    '^shared/tracing/',
    'Spans are made through the API; the SDK is opened once for each process.',
  ),
  onlyIn('virtua-only-in-thread', 'virtua', '^shared/thread/', 'Long lists scroll in one way.'),
  onlyIn(
    'moment-only-in-formats',
    'moment',
    '^shared/contracts/src/_kernel/formats\\.ts$|^shell/src/modules/loading/sharedLibraries\\.ts$',
    'Every format is in one file; the shell only hands the library on.',
  ),
  {
    name: 'transport-only-in-the-shell',
    comment: 'Remotes call through the client that the shell installed.',
    severity: 'error',
    from: { pathNot: ['^(shell|shared/api-client)/', test] },
    to: { path: '^shared/api-client/src/(transport|socket)\\.ts$' },
  },
  {
    name: 'test-code-only-from-tests',
    comment: 'Fakes and factories never reach a guard.',
    severity: 'error',
    // The lab's experiments are tests that are run by hand; the files of tools/ start processes for tests.
    from: {
      pathNot: [
        test,
        '^jest\\.config',
        '^lab/',
        '^tools/bundle/compiledProcesses\\.ts$',
        '^tools/(dev-portal/temporary-portal|test/run-steps|test/jest/node-environment|chromium)\\.mjs$',
      ],
    },
    to: { path: '^(shared/testing|api/test|delivery/test)/|\\.test\\.(ts|tsx|mjs)$' },
  },
  {
    name: 'tools-are-imported-by-nobody',
    comment: 'Tools use the product; the product works without tools.',
    severity: 'error',
    from: { pathNot: '^(tools|lab|e2e/(faults|kills))/' },
    to: { path: '^tools/' },
  },
  {
    name: 'lab-is-imported-by-nobody',
    comment: 'The product and its tests work without the experiments and their packages.',
    severity: 'error',
    from: { pathNot: '^lab/' },
    to: { path: '^lab/' },
  },
  {
    name: 'no-cycles',
    comment: 'Files that need each other are one file, or lack a third.',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'everything-resolves',
    comment: 'An import that nobody answers.',
    severity: 'error',
    from: { pathNot: '^lab/' },
    to: { couldNotResolve: true },
  },
  {
    name: 'lab-imports-resolve',
    comment: 'The packages of the lab are installed when an experiment first runs.',
    severity: 'error',
    from: { path: '^lab/' },
    to: { couldNotResolve: true, pathNot: labPackages.map((name) => `^${name}(/|$)`) },
  },
];

module.exports = {
  forbidden,
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.data)/' },
    // swc's parser panics in this version; acorn with tsc's transpilation reads TSX and `import type`.
    parser: 'acorn',
    moduleSystems: ['es6', 'cjs'],
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
