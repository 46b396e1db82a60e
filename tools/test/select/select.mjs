const isTest = (path) => /\.test\.(ts|tsx|mjs)$/.test(path);
const isCode = (path) => /\.([cm]?[jt]s|tsx)$/.test(path);

/** The domain of a path in the contracts or the API; null for the kernel and the platform, which all domains share. */
const domainOf = (path) => path.match(/^(?:shared\/contracts\/src|api\/src\/domains)\/(?!_kernel\/)([^/]+)\//)?.[1] ?? null;

/** The domains of a file: its own folder, and the contracts and API folders that it imports. */
const domainsIn = ({ path, text }) =>
  new Set([
    ...[...text.matchAll(/from '(?:@portal\/contracts|(?:\.\.\/)+(?:domains)?)\/?(\w[\w-]*)\//g)].map(([, domain]) => domain),
    path.split('/').at(-2),
  ]);

/** Files that every page and every journey depends on. */
const isShared = (path) =>
  /^(shell|delivery|shared|api)\/(?!((src\/)?testing|test)\/)(?!.*\.md$)/.test(path) ||
  /^(e2e\/(support\/|faults\/[^.]+\.ts$|[^/]+$)|tools\/(dev-portal\/|e2e\.mjs)|package(-lock)?\.json$)/.test(path);

function specsOf(path, specs) {
  const named = (is) => specs.filter(is).map((spec) => spec.path);
  const [self] = named((spec) => spec.path === path);
  if (self) return [self];
  if (isTest(path)) return [];
  const [, remote, feature] = path.match(/^(mf-[^/]+)\/(?:src\/features\/([^/]+)\/)?/) ?? [];
  if (remote) {
    const ofRemote = (spec) => spec.of.includes(remote);
    const ofFeature = feature ? named((spec) => ofRemote(spec) && domainsIn(spec).has(feature)) : [];
    return [...(ofFeature.length > 0 ? ofFeature : named(ofRemote)), ...named((spec) => ofRemote(spec) && spec.isWhole)];
  }
  const domain = domainOf(path);
  // A journey without a remote tests the shell or the delivery. Its page's domain does not matter.
  const isOfRemote = (spec) => spec.of.length > 0;
  if (domain) return named((spec) => spec.path.startsWith(`e2e/journeys/${domain}/`) || (isOfRemote(spec) && domainsIn(spec).has(domain)));
  const canBreak = /^(api|shared)\//.test(path) ? isOfRemote : () => true;
  return isShared(path) ? named((spec) => spec.isEssential && canBreak(spec)) : [];
}

/** Files that tests read without importing them, with those tests or a file that they all import. */
const readBy = [
  [/^mf-[^/]+\/(module\.ts|package\.json)$/, ['shared/webpack/src/remotes.mjs']],
  [/^mf-[^/]+\/.*(?<!\.test)\.tsx?$/, ['tools/calls.test.ts']],
  [/^tools\/create-module\//, ['tools/create-module/make.test.ts']],
  [/^(shared\/(ui|forms)\/src|lab\/gallery\/stories)\/.*(?<!\.test)\.tsx$/, ['lab/gallery/components.ts']],
  [/^e2e\/specs\.json$/, ['tools/test/select/select.test.mjs']],
];

/** If this path changes, jest runs the related tests of these files. */
function relatedTo(path) {
  const own = isCode(path) && !/^(e2e|api)\//.test(path) ? [path] : [];
  return [...own, ...readBy.flatMap(([files, readers]) => (files.test(path) ? readers : []))];
}

const folderOf = (path) => path.slice(0, path.lastIndexOf('/'));
const isBeside = (test, path) => folderOf(test.path) === folderOf(path);

/** All API tests import the whole API, so imports do not distinguish them. They are selected by the domains that they mention. */
function apiTestsOf(path, apiTests) {
  const paths = apiTests.map((test) => test.path);
  if (paths.includes(path)) return [path];
  if (isTest(path)) return [];
  const [, helper] = path.match(/^api\/test\/(?:.+\/)?([\w-]+)\.ts$/) ?? [];
  if (helper) return apiTests.filter((test) => isBeside(test, path) || test.text.includes(`/${helper}'`)).map((test) => test.path);
  const domain = domainOf(path);
  // Tests of every endpoint run in their own step, limited to the changed domains.
  const isOfAll = (test) => test.path.startsWith('api/test/');
  if (domain) return apiTests.filter((test) => !isOfAll(test) && domainsIn(test).has(domain)).map((test) => test.path);
  return /^(api|shared\/contracts)\//.test(path) && !path.endsWith('.md') ? paths : [];
}

/**
 * Selects the tests that a change can break. `changed`: paths. `specs`: `{path, text, of, isEssential, isWhole}` of every journey; `apiTests`:
 * `{path, text}` of the API. Returns the journeys, the tests of the API, the domains whose calls may differ, and the files whose related tests jest
 * finds.
 */
export function select(changed, { specs, apiTests }) {
  const all = (each) => [...new Set(changed.flatMap(each))].sort();
  return {
    specs: all((path) => specsOf(path, specs)),
    apiTests: all((path) => apiTestsOf(path, apiTests)),
    domains: all((path) => (isTest(path) ? [] : (domainOf(path) ?? []))),
    related: all(relatedTo),
  };
}
