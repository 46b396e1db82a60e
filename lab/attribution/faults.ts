import { remotesIn } from '@portal/webpack/remotes';
import type { Random } from '../../api/seed/random';
import { repository } from '../../delivery/src/paths';

export const MODULES: readonly string[] = remotesIn(repository);
export const ORIGIN = 'https://portal.example.com';

/** The versions of each remote, oldest first: each was active, except the last one, which is a canary. */
export const VERSIONS = ['0.9.0', '1.0.0', '1.1.0', '1.2.0'] as const;
/** Versions that a page can run: of an earlier revision, the active one, the canary. */
const RUNNING = ['1.0.0', '1.1.0', '1.2.0'] as const;
export const CANARY = '1.2.0';

/** Faults before a remote is shown; its previous version follows. */
const AT_START = [
  'missing file',
  'changed file',
  'entry throws',
  'bootstrap throws',
  'mount throws',
  'mount hangs',
  'render throws',
  'effect throws',
] as const;
/** Faults of a remote that is shown. */
const LATER = [
  'React event throws',
  'listener throws',
  'timer throws',
  'rejection',
  'rejection after a call of the shell',
  'text is thrown',
  'message names another module',
  'library is misused in a timer',
  'library is misused and throws deep inside',
  'timer throws after the guard left',
  'unmount throws',
] as const;
const OF_SHELL = ['shell timer throws', 'shell listener throws', 'shell rejection', 'shell text is thrown'] as const;
/** No version is at fault. */
const OF_NONE = [
  'no connection',
  'API error is rejected',
  'API error is thrown by both versions',
  'extension throws',
  'both versions fail',
] as const;

export type Kind = (typeof AT_START)[number] | (typeof LATER)[number] | (typeof OF_SHELL)[number] | (typeof OF_NONE)[number];

export interface Fault {
  kind: Kind;
  /** The module and version with the fault, which the health reports must name. */
  module: string;
  version: string;
  isAttributable: boolean;
}

const isIn = (kinds: readonly string[], kind: string) => kinds.includes(kind);

/** Draws a fault: each kind is equally likely, and so is each module and version that can have it. */
export function drawFault(chance: Random, kinds: readonly Kind[]): Fault {
  const kind = chance.pick(kinds);
  const isOfShell = isIn(OF_SHELL, kind);
  return {
    kind,
    module: isOfShell ? 'shell' : chance.pick(MODULES),
    version: isOfShell ? chance.pick(['1.0.0', '1.1.0']) : chance.pick(RUNNING),
    isAttributable: !isIn(OF_NONE, kind),
  };
}

export const attributable: readonly Kind[] = [...AT_START, ...LATER, ...OF_SHELL];
export const unattributable: readonly Kind[] = OF_NONE;

/** One fault of each kind, for a short run. */
export const oneOfEach = (chance: Random, kinds: readonly Kind[]): Fault[] => kinds.map((kind) => drawFault(chance, [kind]));

export const containerOf = (module: string, version: string): string => `${module}_${version}`.replace(/\W/g, '_');
export const pathOf = (module: string): string => `/${module.replace('mf-', '')}`;
export const fileOf = (module: string, version: string): string =>
  `/modules/${module}/${version}/${module === 'shell' ? 'shell.js' : 'remoteEntry.js'}`;

/**
 * The entry of a remote: a federation container with the real lifecycles, boundaries and router of mf-kit. It commits the fault of the page if
 * the fault is of this module and version. `extension` frames come from a real file name of an extension.
 */
export const remoteScript = (module: string, version: string): string => `(() => {
const { fault, kit, callShell, throughExtension } = globalThis.__page;
const isMine = fault.module === '${module}' && (fault.version === '${version}' || fault.kind.includes('both versions'));
const kind = isMine ? fault.kind : null;
const url = '${ORIGIN}${fileOf(module, version)}';
const broken = () => { throw new TypeError('spoiled'); };
const apiError = () => Object.assign(new Error('The service is away.'), { name: 'ApiError' });
if (kind === 'entry throws') broken();
let React, client, dom;
const struck = {
  'timer throws': () => setTimeout(broken, 500),
  'timer throws after the guard left': () => setTimeout(broken, 9000),
  'listener throws': () => document.addEventListener('act', broken),
  rejection: () => void (async () => broken())(),
  'rejection after a call of the shell': () => void (async () => { await callShell(); broken(); })(),
  'text is thrown': () => document.addEventListener('act', () => window.dispatchEvent(new ErrorEvent('error', { error: 'a text', message: 'Uncaught a text', filename: url }))),
  'message names another module': () => setTimeout(() => { throw new Error('Loading ${ORIGIN}/modules/mf-other/9.9.9/remoteEntry.js failed\\n    at ${ORIGIN}/modules/mf-other/9.9.9/screen.js:1:1'); }, 500),
  'library is misused in a timer': () => setTimeout(function readState() { React.useState(0); }, 500),
  'library is misused and throws deep inside': () => setTimeout(function render() {
    const root = client.createRoot(document.createElement('div'));
    let deep = { text: 'no child' };
    dom.flushSync(() => root.render(React.createElement('p', null, [deep])));
  }, 500),
  'API error is rejected': () => void Promise.reject(apiError()),
  'extension throws': () => throughExtension(() => {}),
}[kind];
function Screen() {
  if (kind === 'render throws' || kind === 'both versions fail') broken();
  if (kind === 'API error is thrown by both versions') throw apiError();
  React.useEffect(() => {
    if (kind === 'effect throws') broken();
    struck?.();
  }, []);
  const act = () => { if (kind === 'React event throws') broken(); };
  return React.createElement('main', null, React.createElement('h1', null, '${module} ${version}'), React.createElement('button', { onClick: act }, 'Act'));
}
globalThis['${containerOf(module, version)}'] = {
  async init(scope) {
    const take = async (library) => (await Object.values(scope[library])[0].get())();
    [React, dom, client] = await Promise.all(['react', 'react-dom', 'react-dom/client'].map(take));
  },
  async get() {
    const real = kit.lifecycles(kit.defineRoutes({ '${pathOf(module)}': kit.lazyScreen(async () => Screen) }));
    const fails = (step) => ({ [step]: async () => broken() });
    const never = () => new Promise(() => undefined);
    const bad = { 'bootstrap throws': fails('bootstrap'), 'mount throws': fails('mount'), 'unmount throws': fails('unmount'), 'mount hangs': { mount: never } };
    return () => ({ ...real, ...bad[kind] });
  },
};
})();
`;

/** The script of the shell: only its own faults. The rest of the shell is the real code. */
export const shellScript = (version: string): string => `(() => {
const { fault } = globalThis.__page;
const kind = fault.module === 'shell' && fault.version === '${version}' ? fault.kind : null;
const broken = () => { throw new TypeError('spoiled'); };
const url = '${ORIGIN}${fileOf('shell', version)}';
const struck = {
  'shell timer throws': () => setTimeout(broken, 500),
  'shell listener throws': () => document.addEventListener('act', broken),
  'shell rejection': () => void (async () => broken())(),
  'shell text is thrown': () => document.addEventListener('act', () => window.dispatchEvent(new ErrorEvent('error', { error: 'a text', message: 'Uncaught a text', filename: url }))),
};
struck[kind]?.();
})();
`;
