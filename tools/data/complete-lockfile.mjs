// `node tools/data/complete-lockfile.mjs [lab/package-lock.json]` completes package-lock.json, or the named lock file, after an install: a registry
// that mirrors only some platforms makes npm leave the other platforms' optional packages out, and `npm ci` then refuses the lock file everywhere.
import { readFileSync, writeFileSync } from 'node:fs';

/** The places where node looks for `name` from `path`: the node_modules of each enclosing package, innermost first. */
function* places(path, name) {
  for (let at = path; ; at = at.includes('/node_modules/') ? at.slice(0, at.lastIndexOf('/node_modules/')) : '') {
    yield `${at ? `${at}/` : ''}node_modules/${name}`;
    if (at === '') return;
  }
}

/** The optional packages that `lock` names and does not contain, as `{path, name, version, dev}`. */
export function missingFrom(lock) {
  const { packages = {} } = lock;
  const found = new Map();
  for (const [path, { optionalDependencies = {}, dev = false }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const isHeld = [...places(path, name)].some((place) => place in packages);
      if (!isHeld) found.set(name, { path: `node_modules/${name}`, name, version, dev });
    }
  }
  return [...found.values()];
}

const part = (name, choices) => choices.find((choice) => new RegExp(`[-/]${choice}(?=[-]|eabi|musleabi|gnueabi|$)`).test(name));

/** The lock entry of a package. Its platform is read from its name, which napi-style names contain. */
export function entryOf({ name, version, dev }) {
  const short = name.slice(name.indexOf('/'));
  const os = part(short, ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32']);
  const cpu = part(short, ['arm64', 'x64', 'ia32', 'arm', 'ppc64', 'riscv64', 's390x', 'loong64', 'wasm32']);
  if (!cpu || !/^\d+\.\d+\.\d+/.test(version)) throw new Error(`${name}@${version}: its platform cannot be read from its name`);
  const libc = os === 'linux' && (/musl/.test(short) ? 'musl' : /gnu/.test(short) && 'glibc');
  return {
    version,
    cpu: [cpu],
    ...(dev && { dev: true }),
    ...(libc && { libc: [libc] }),
    optional: true,
    ...(os && { os: [os] }),
  };
}

if (process.argv[1]?.endsWith('complete-lockfile.mjs')) {
  const [, , file = 'package-lock.json'] = process.argv;
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  const missing = missingFrom(lock);
  for (const one of missing) lock.packages[one.path] = entryOf(one);
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')));
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  process.stdout.write(`${missing.length} packages of other platforms written into ${file}\n`);
}
