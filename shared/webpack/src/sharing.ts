import { satisfies } from '@portal/mf-kit/ranges';

/** A library's module: called when the first chunk that needs it runs. */
type Factory = () => unknown;

/** One version of a library in a page's share scope, as the shell and the federation package's own runtime give it. */
interface Given {
  get: () => Factory | Promise<Factory>;
  loaded?: unknown;
}
type Scope = Record<string, Record<string, Given> | undefined>;

/** What the package's plugin wrote into the entry of one shared import. */
interface Wanted {
  shareKey: string;
  requiredVersion: string;
  singleton: boolean;
  /** The remote's own copy; where there is none, a module that throws. */
  fallback: () => Factory | Promise<Factory>;
}

type Id = string | number;
interface WebpackRequire {
  /** Share scopes by name. */
  S: Record<string, Scope>;
  /** Module factories by id. */
  m: Record<Id, (module: { exports: unknown }) => void>;
  consumesLoadingData: { moduleIdToConsumeDataMapping: Record<Id, Wanted> };
  federation: { bundlerRuntime: unknown };
}

function pick({ S }: WebpackRequire, { shareKey, requiredVersion, singleton, fallback }: Wanted): Given['get'] {
  const fitting = Object.entries(S.default?.[shareKey] ?? {}).filter(([version]) => satisfies(version, requiredVersion));
  const [, given] = fitting.find(([, { loaded }]) => loaded) ?? fitting[0] ?? [];
  if (!given && singleton) throw new Error(`This page gives no ${shareKey} ${requiredVersion}`);
  return given ? () => given.get() : fallback;
}

/** What the plugin's generated code calls in a remote: the page's libraries come in, and each chunk waits for those that it asks for. */
const bundlerRuntime = {
  initContainerEntry({ webpackRequire, shareScope }: { webpackRequire: WebpackRequire; shareScope: Scope }): void {
    webpackRequire.S.default = shareScope;
  },

  consumes(asked: {
    chunkId: Id;
    chunkMapping: Record<Id, Id[]>;
    installedModules: Record<Id, Promise<void> | undefined>;
    promises: Promise<void>[];
    webpackRequire: WebpackRequire;
  }): void {
    const { chunkId, chunkMapping, installedModules, promises, webpackRequire } = asked;
    const install = async (id: Id, wanted: Wanted) => {
      const factory = await pick(webpackRequire, wanted)();
      webpackRequire.m[id] = (module) => {
        module.exports = factory();
      };
    };
    for (const id of chunkMapping[chunkId] ?? []) {
      const wanted = webpackRequire.consumesLoadingData.moduleIdToConsumeDataMapping[id] as Wanted;
      const installing = installedModules[id] ?? install(id, wanted);
      installedModules[id] = installing;
      // The next try asks anew.
      installing.catch(() => {
        installedModules[id] = undefined;
      });
      promises.push(installing);
    }
  },
};

declare const __webpack_require__: WebpackRequire;
__webpack_require__.federation.bundlerRuntime = bundlerRuntime;
