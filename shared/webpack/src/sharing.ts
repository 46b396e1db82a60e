import { findFitting } from '@portal/mf-kit/fittingVersion';
import { satisfies } from '@portal/mf-kit/ranges';

/** Returns a library's module. Called when the first chunk that needs it runs. */
type Factory = () => unknown;

/** One version of a library in the share scope of a page, as the shell and the federation package provide it. */
interface LibraryVersion {
  get: () => Factory | Promise<Factory>;
  loaded?: unknown;
}
type Scope = Record<string, Record<string, LibraryVersion> | undefined>;

/** The data of one shared import that the federation plugin writes into the entry. */
interface SharedImport {
  shareKey: string;
  requiredVersion: string;
  singleton: boolean;
  /** The remote's own copy; without one, a module that throws. */
  fallback: () => Factory | Promise<Factory>;
}

type Id = string | number;
interface WebpackRequire {
  S: Record<string, Scope>;
  m: Record<Id, (module: { exports: unknown }) => void>;
  consumesLoadingData: { moduleIdToConsumeDataMapping: Record<Id, SharedImport> };
  federation: { bundlerRuntime: unknown };
}

function pick({ S }: WebpackRequire, { shareKey, requiredVersion, singleton, fallback }: SharedImport): LibraryVersion['get'] {
  const [, library] = findFitting(S.default?.[shareKey] ?? {}, (version) => satisfies(version, requiredVersion)) ?? [];
  if (!library && singleton) throw new Error(`This page gives no ${shareKey} ${requiredVersion}`);
  return library ? () => library.get() : fallback;
}

/**
 * The functions that the plugin's generated code calls in a remote. They receive the page's libraries, and each chunk waits for the
 * libraries that it needs.
 */
const bundlerRuntime = {
  initContainerEntry({ webpackRequire, shareScope }: { webpackRequire: WebpackRequire; shareScope: Scope }): void {
    webpackRequire.S.default = shareScope;
  },

  consumes(options: {
    chunkId: Id;
    chunkMapping: Record<Id, Id[]>;
    installedModules: Record<Id, Promise<void> | undefined>;
    promises: Promise<void>[];
    webpackRequire: WebpackRequire;
  }): void {
    const { chunkId, chunkMapping, installedModules, promises, webpackRequire } = options;
    const install = async (id: Id, sharedImport: SharedImport) => {
      const factory = await pick(webpackRequire, sharedImport)();
      webpackRequire.m[id] = (module) => {
        module.exports = factory();
      };
    };
    for (const id of chunkMapping[chunkId] ?? []) {
      const sharedImport = webpackRequire.consumesLoadingData.moduleIdToConsumeDataMapping[id] as SharedImport;
      const installing = installedModules[id] ?? install(id, sharedImport);
      installedModules[id] = installing;
      // Allows a retry.
      installing.catch(() => {
        installedModules[id] = undefined;
      });
      promises.push(installing);
    }
  },
};

declare const __webpack_require__: WebpackRequire;
__webpack_require__.federation.bundlerRuntime = bundlerRuntime;
