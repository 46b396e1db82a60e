import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const home = join(__dirname, '..');
const rows = [
  ...readFileSync(join(home, 'docs/reports/asvs.md'), 'utf8').matchAll(/^\| (\d+\.\d+\.\d+) \| (.+?) \| (.+?) \| (.+?) \|$/gm),
].map(([, id = '', state = '', how = '', test = '']) => ({ id, state, how, test }));

/** The last requirement of each section at levels 1 and 2. The sections have no gaps. */
const sections: Readonly<Record<string, number>> = {
  ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2, '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
  ...{ '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2, '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4, '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3 },
  ...{ '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5, '6.6': 3, '6.8': 4, '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2 },
  ...{ '8.1': 2, '8.2': 3, '8.3': 1, '8.4': 1, '9.1': 3, '9.2': 4, '10.1': 2, '10.2': 2, '10.3': 4, '10.4': 11, '10.5': 5, '10.6': 2 },
  ...{ '10.7': 3, '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1, '12.1': 3, '12.2': 2, '12.3': 4, '13.1': 1 },
  ...{ '13.2': 5, '13.3': 2, '13.4': 5, '14.1': 2, '14.2': 4, '14.3': 3, '15.1': 3, '15.2': 3, '15.3': 7, '16.1': 1, '16.2': 5 },
  ...{ '16.3': 4, '16.4': 3, '16.5': 3, '17.1': 1, '17.2': 4, '17.3': 2 },
};

it('the list has each requirement of levels 1 and 2 once, in order', () => {
  const wanted = Object.entries(sections).flatMap(([section, last]) => Array.from({ length: last }, (_, at) => `${section}.${at + 1}`));
  expect(wanted).toHaveLength(253);
  expect(rows.map(({ id }) => id)).toEqual(wanted);
});

/** Titles of a file's tests and groups: the string after the parenthesis of it, describe or the end of a table. */
const titlesOf = (file: string): string[] =>
  [
    ...readFileSync(join(home, file), 'utf8').matchAll(
      /(?:\b(?:it|describe)(?:\.each\([^\n]*\))?|^\s*\](?: as const)?\))\(\s*(['"`])(.*?[^\\])\1/gms,
    ),
  ].map(([, , title = '']) => title);

/** Parses `api/src/http-server.test.ts: “part of a title”`. */
const named = (test: string) => /^(\S+): “(.+)”$/.exec(test)?.slice(1) as [string, string] | undefined;

it('each requirement has a state, and an existing test if it is met', () => {
  const states = ['yes', 'read', 'not yet', 'n/a', 'operator'];
  expect(rows.filter(({ state }) => !states.includes(state))).toEqual([]);
  expect(rows.filter(({ state, test }) => (state === 'yes') !== (named(test) !== undefined))).toEqual([]);
  expect(rows.filter(({ state, test }) => state !== 'yes' && test !== '—')).toEqual([]);
  expect(rows.filter(({ state, how }) => how === '—' && state !== 'yes')).toEqual([]);
  const tests = rows.flatMap(({ id, test }) =>
    [named(test) ?? []].flatMap(([file, title]) => (file ? [{ id, file, title: title ?? '' }] : [])),
  );
  expect(tests.filter(({ file }) => !existsSync(join(home, file)))).toEqual([]);
  expect(tests.filter(({ file, title }) => !titlesOf(file).some((one) => one.includes(title)))).toEqual([]);
});

it('the summary row counts the states', () => {
  const count = (state: string) => rows.filter((row) => row.state === state).length;
  const counted = `| ${['yes', 'read', 'not yet', 'n/a', 'operator'].map(count).join(' | ')} |`;
  expect(readFileSync(join(home, 'docs/reports/asvs.md'), 'utf8')).toContain(counted);
});

/** Code that runs on our servers and in operator commands. Code that runs in pages is excluded. */
const ofServers = ['api', 'delivery/src'].flatMap((folder) =>
  readdirSync(join(home, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|mjs)$/.test(name) && !/node_modules|\.test\.|^test\//.test(name))
    .map((name) => ({ file: `${folder}/${name}`, text: readFileSync(join(home, folder, name), 'utf8') })),
);
/** A script that runs in the page, and the development server. */
const ofPages = ['delivery/src/host/shell-watchdog.ts', 'delivery/src/host/dev.ts'];

it('no server follows a redirect: a call of one of ours to anybody else says so', () => {
  const calls = ofServers
    .filter(({ file }) => !ofPages.includes(file))
    .flatMap(({ file, text }) => [...text.matchAll(/\bfetch\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g)].map(([call]) => ({ file, call })));
  expect(calls.length).toBeGreaterThan(4);
  expect(calls.filter(({ call }) => !call.includes(`redirect: 'error'`))).toEqual([]);
});

it('the check of certificates is nowhere switched off', () => {
  const off = /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity|ignoreTLS|sslmode=(?:disable|allow|prefer)/;
  expect(ofServers.filter(({ text }) => off.test(text)).map(({ file }) => file)).toEqual([]);
});

it('nothing is formatted by a string that is made: where a log line has values to fill in, its text is ours', () => {
  const made =
    /\bformat(?:WithOptions)?\b[^;]*from 'node:util'|\butil\.format|\.log\.(?:trace|debug|info|warn|error|fatal)\(`[^`]*`\s*,|\bprintf\b/;
  expect(ofServers.filter(({ text }) => made.test(text)).map(({ file }) => file)).toEqual([]);
});

it('every package has one exact version, and what every machine installs has its checksum in the lock', () => {
  const { workspaces } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { workspaces: string[] };
  const { packages } = JSON.parse(readFileSync(join(home, 'package-lock.json'), 'utf8')) as {
    packages: Record<
      string,
      {
        version?: string;
        integrity?: string;
        optional?: true;
        link?: true;
        dependencies?: Record<string, string>;
        devDependencies?: Record<string, string>;
      }
    >;
  };
  const own = Object.entries(packages).filter(([place]) => !place.includes('node_modules'));
  expect(own.length).toBeGreaterThan(workspaces.length);
  const loose = own.flatMap(([place, { dependencies, devDependencies }]) =>
    Object.entries({ ...dependencies, ...devDependencies })
      .filter(([name, version]) => !name.startsWith('@portal/') && !/^\d+\.\d+\.\d+/.test(version))
      .map(([name]) => `${place}: ${name}`),
  );
  expect(loose).toEqual([]);
  const foreign = Object.entries(packages).filter(([place, { link }]) => place.includes('node_modules') && !link);
  expect(foreign.filter(([, { version }]) => !/^\d+\.\d+\.\d+/.test(version ?? '')).map(([place]) => place)).toEqual([]);
  // npm stores no checksum for packages of another platform than the one that made the lock.
  const unsure = foreign.filter(([, { integrity, optional }]) => !optional && !integrity?.startsWith('sha512-'));
  expect(unsure.map(([place]) => place)).toEqual([]);
});

const ownServers = ofServers.filter(({ file }) => !ofPages.includes(file) && !file.startsWith('api/seed/'));
/** Paths of server files that match. */
const serverFiles = (pattern: RegExp): string[] =>
  ownServers
    .filter(({ text }) => pattern.test(text))
    .map(({ file }) => file)
    .sort();
/** The first group of each match in the servers' code, unique and sorted. */
const foundInServers = (pattern: RegExp): string[] =>
  [...new Set(ownServers.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, found = '']) => found)))].sort();

const sourcesOfPages = readdirSync(home)
  .filter((name) => name === 'shell' || name.startsWith('mf-') || name === 'shared')
  .flatMap((folder) =>
    readdirSync(join(home, folder), { recursive: true, encoding: 'utf8' })
      .filter(
        (name) =>
          /\.tsx?$/.test(name) &&
          !/node_modules|\.test\.|\.fixture\.tsx?$|(^|\/)test[A-Z]\w*\.ts|(^|\/)(testing|webpack)\/|dist\//.test(name),
      )
      .map((name) => ({ file: `${folder}/${name}`, text: readFileSync(join(home, folder, name), 'utf8') })),
  );

it('writes a string as HTML into a page in two places, both cleaned first, and raw SQL from constants alone', () => {
  const written = /\.innerHTML\s*=|outerHTML\s*=|insertAdjacentHTML|dangerouslySetInnerHTML|document\.write|setHTMLUnsafe/;
  expect(sourcesOfPages.length).toBeGreaterThan(500);
  expect(sourcesOfPages.filter(({ text }) => written.test(text)).map(({ file }) => file)).toEqual([
    'shared/mf-kit/src/PurifiedText.tsx',
    'shared/mf-kit/src/RichText.tsx',
  ]);
  expect(serverFiles(/sql\.raw\(/)).toEqual(['api/src/domains/chat/chat.columns.ts', 'api/src/domains/chat/chat.repository.ts']);
});

it('starts other programs for the embedded database, a rebuild and a comparison of types alone, each with a list of arguments', () => {
  const starters = serverFiles(/node:child_process/);
  expect(starters.filter((file) => !file.startsWith('api/src/platform/database/'))).toEqual([
    'delivery/src/commands/rebuild.ts',
    'delivery/src/gate/shell-types.ts',
  ]);
  expect(serverFiles(/shell: true|\bexec(?:Sync)?\(['"`]/)).toEqual([]);
});

it('builds no regular expression from input: the servers build one, from the names of cookies', () => {
  expect(serverFiles(/new RegExp\(/)).toEqual(['delivery/src/host/cookie.ts']);
});

it('calls other servers from known places alone, at addresses from settings', () => {
  expect(serverFiles(/\bfetch\(|createTransport\(|new S3Client\(|from 'undici'|import https? from 'node:https?'/)).toEqual([
    'api/src/cli/run-command.ts',
    'api/src/platform/identity/jwks.ts',
    'api/src/platform/messages/push-queue.ts',
    'api/src/platform/messages/senders.ts',
    'delivery/src/doctor/check.ts',
    'delivery/src/gate/gate.ts',
    'delivery/src/host/api-content.ts',
    'delivery/src/host/probes.ts',
    'delivery/src/host/upstream.ts',
  ]);
});

it('draws codes, tokens and names from node:crypto: Math.random only spreads retries', () => {
  expect(serverFiles(/Math\.random/)).toEqual(['api/src/platform/database/db.ts', 'delivery/src/store/object-store.ts']);
  expect(serverFiles(/randomInt\(/)).toEqual(expect.arrayContaining(['api/src/domains/onboarding/otp.service.ts']));
});

it('uses SHA-256 or longer, AES-256-GCM and argon2 from validated libraries', () => {
  expect(foundInServers(/create(?:Hash|Hmac)\('([^']+)'/g)).toEqual(['sha256', 'sha384']);
  expect(foundInServers(/'(aes-[^']+|chacha[^']+)'/g)).toEqual(['aes-256-gcm']);
  const libraries = foundInServers(
    /from '((?:[\w@:./-]*(?:crypt|argon|noble|jose|jsonwebtoken|forge|sodium|nacl|otp|webauthn)[\w./-]*))'/g,
  );
  expect(libraries.filter((name) => !name.startsWith('.') && !name.startsWith('@portal/'))).toEqual([
    '@node-rs/argon2',
    '@simplewebauthn/server',
    'jose',
    'node:crypto',
    'otpauth',
  ]);
});
