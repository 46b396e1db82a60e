import { EXPOSED, type ModuleManifest } from '@portal/mf-kit/module';
import { readManifest, type Store } from '../../../delivery/src/store/store';
import { type Published, publishChangedCopy } from '../change-release';
import { BAD_SHELL, FAILURE_TIME_KEY } from './shellTable';
import { BAD } from './table';

/** The entry and stylesheet of a shell version. */
export async function filesOf(store: Store, version: string): Promise<Partial<Record<'entry' | 'styles', string>>> {
  const manifest = (await readManifest(store, 'shell', version))?.manifest;
  const styles = manifest?.preload['*']?.find((file) => file.endsWith('.css'));
  return { ...(manifest && { entry: manifest.entry }), ...(styles && { styles }) };
}

/** Code appended to the entry of the bad version: it commits the fault that the page names in `__fault`, and records the time. */
const spoiling = (container: string) => `
;(() => {
  const fault = globalThis.__fault;
  const spoiled = () => {
    globalThis.__seen.faultAt ??= Date.now();
    return new Error('spoiled');
  };
  const throwing = async () => { throw spoiled(); };
  const never = () => (spoiled(), new Promise(() => undefined));
  const ways = {
    bootstrap: { bootstrap: throwing }, mount: { mount: throwing }, unmount: { unmount: throwing },
    'hung mount': { mount: never }, 'hung unmount': { unmount: never },
  };
  const real = ${container};
  ${container} = {
    init: (scope) => real.init(scope),
    get: async (exposed) => {
      if (fault === 'missing export') throw (spoiled(), new Error('Module "${EXPOSED}" does not exist in container.'));
      const make = await real.get(exposed);
      return () => ({ ...make(), ...ways[fault] });
    },
  };
})();`;

const THROWS = `if (globalThis.__fault === 'evaluation') { globalThis.__seen.faultAt ??= Date.now(); throw new Error('spoiled'); }\n`;
/** The exports of a screen's chunk, as the build writes them. */
const SCREENS = /\b(\w+Screen):\(\)=>([\w$]+)/g;
const FALLS = `()=>{globalThis.__seen.faultAt??=Date.now();throw new Error('spoiled')}`;
const UNREADABLE = '\n;const const = ;';

/** Publishes the bad versions of a module next to its good one. */
export async function spoil(context: Published, name: string, good: string): Promise<void> {
  let screens = 0;
  await publishChangedCopy(context, name, good, {
    version: BAD.spoiled,
    script(text, file, { container, entry, renderer }) {
      if (file === renderer) return text;
      const fallible = text.replace(SCREENS, (_, screen: string, made: string) => {
        screens++;
        return `${screen}:()=>globalThis.__fault==='render'?${FALLS}:${made}`;
      });
      return file === entry ? THROWS + fallible + spoiling(container) : fallible;
    },
  });
  if (screens === 0) throw new Error(`no screen of ${name} was found in its build`);
  await publishChangedCopy(context, name, good, {
    version: BAD.syntax,
    script: (text, file, { entry }) => (file === entry ? text + UNREADABLE : text),
  });
  await publishChangedCopy(context, name, good, {
    version: BAD.contract,
    manifest: (manifest) => {
      manifest.portal += 1;
    },
  });
}

/** Code before the bad shell: it commits the fault that the page names in `__fault`. */
const SPOILED_SHELL = `
{
  const strike = () => sessionStorage.setItem('${FAILURE_TIME_KEY}', String(Date.now()));
  const empty = () => {
    strike();
    document.body.replaceChildren();
  };
  const fault = globalThis.__fault;
  if (fault === 'evaluation' || fault === 'start') strike();
  if (fault === 'evaluation') throw new Error('spoiled');
  if (fault === 'start') Object.defineProperty(globalThis, '__portal', { value: null });
  if (fault === 'blank') new MutationObserver(() => setTimeout(empty, 50)).observe(document.documentElement, { attributeFilter: ['data-shell'] });
}
`;

/** Publishes the bad versions of the shell and a good one next to its active version. */
export async function spoilShell(context: Published, good: string): Promise<void> {
  const inEntry =
    (change: (text: string) => string) =>
    (text: string, file: string, { entry }: ModuleManifest) =>
      file === entry ? change(text) : text;
  await publishChangedCopy(context, 'shell', good, {
    version: BAD_SHELL.spoiled,
    script: inEntry((text) => `${SPOILED_SHELL}if (globalThis.__fault !== 'never') {\n${text}\n}`),
  });
  await publishChangedCopy(context, 'shell', good, { version: BAD_SHELL.syntax, script: inEntry((text) => text + UNREADABLE) });
  await publishChangedCopy(context, 'shell', good, { version: BAD_SHELL.next });
}
