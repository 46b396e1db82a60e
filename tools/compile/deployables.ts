/** What runs in production beside the browser, each in a folder of its own. */
export interface Deployable {
  name: string;
  /** Whose `dependencies` it may use. */
  package: 'api' | 'delivery';
  /** Command -> the file that it begins with. */
  entries: Readonly<Record<string, string>>;
  /** Threads that it starts by their file, and what it reads beside itself: path in the repository -> path in the folder. */
  threads: Readonly<Record<string, string>>;
  files: Readonly<Record<string, string>>;
}

const places = ['places.tsv', 'extra-places.tsv', 'postal-areas.tsv'];

const threads = ['src/platform/files/audio-worker.mjs', 'src/platform/files/pdf-worker.mjs'];

export const deployables: readonly Deployable[] = [
  {
    name: 'api',
    package: 'api',
    entries: { main: 'api/src/main.ts', staff: 'api/src/cli/main.ts' },
    threads: Object.fromEntries(threads.map((file) => [`api/${file}`, file])),
    files: {
      'api/migrations': 'migrations',
      ...Object.fromEntries(places.map((file) => [`api/src/domains/places/${file}`, file])),
    },
  },
  {
    name: 'host',
    package: 'delivery',
    entries: { main: 'delivery/src/host/main.ts' },
    // The one that renders pages holds its text in itself.
    threads: {},
    files: { 'delivery/src/host/icons': 'icons' },
  },
  { name: 'portal', package: 'delivery', entries: { main: 'delivery/src/cli.ts' }, threads: {}, files: {} },
];
