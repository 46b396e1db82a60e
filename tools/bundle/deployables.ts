/** A program that runs in production outside the browser, compiled into its own folder. */
export interface Deployable {
  name: string;
  /** Its runtime dependencies come from this package. */
  package: 'api' | 'delivery';
  /** Entry file by command. */
  entries: Readonly<Record<string, string>>;
  /** Worker threads and data files: path in the repository -> path in the folder. */
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
    // The rendering thread's code is a string in the host's own code.
    threads: {},
    files: { 'delivery/src/host/icons': 'icons' },
  },
  { name: 'portal', package: 'delivery', entries: { main: 'delivery/src/cli.ts' }, threads: {}, files: {} },
];
