import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '../../shared/testing/src/temporaryFolder.mjs';
import { longFiles } from './rules/files.mjs';
import { checkLinks } from './rules/links.mjs';
import { checkStyles } from './rules/styles.mjs';
import { checkTexts } from './rules/texts.mjs';

/** A small repository that keeps every rule … */
const sound = {
  'package.json': '{"type":"module"}',
  'node_modules/yup/index.js': 'export const string = 1;',
  'node_modules/axios/index.js': 'export const axios = 1;',
  'node_modules/react/index.js': 'export const lazy = 1;\nexport const useState = 1;',
  'node_modules/moment/index.js': 'export const moment = 1;',
  'node_modules/virtua/index.js': 'export const virtua = 1;',
  'node_modules/@googlemaps/js-api-loader/index.js': 'export const Loader = 1;',
  'node_modules/@aws-sdk/client-s3/index.js': 'export const S3Client = 1;',
  'node_modules/@bokuweb/zstd-wasm/index.js': 'export const init = 1;',
  'node_modules/@opentelemetry/sdk-trace/index.js': 'export const sdk = 1;',
  'node_modules/idb/index.js': 'export const idb = 1;',
  'node_modules/socket.io-client/index.js': 'export const io = 1;',
  'shared/contracts/package.json': '{"name":"@portal/contracts","type":"module","exports":{"./*":"./src/*.ts"}}',
  'shared/contracts/src/_kernel/kernel.ts': 'export const kernel = 1;',
  'shared/contracts/src/leave/leave.rules.ts': "export const said = 'Your leave request was sent to us';\nexport type Leave = 1;",
  'shared/contracts/src/leave/leave.paths.ts': "export const paths = ['/leave-list', '/leaveDetail/:id'];",
  'shared/contracts/src/jobs/jobs.rules.ts': 'export const jobs = 1;',
  'shared/contracts/src/jobs/jobs.staff.ts': 'export const calls = 1;',
  'shared/api-client/src/transport.ts': "import { axios } from 'axios';\nexport const transport = axios;",
  'shared/mf-kit/src/kit.ts': 'export const kit = 1;',
  'shared/ui/src/Button.tsx': 'export const Button = () => <b>ok</b>;',
  'shared/testing/src/fake.ts': 'export const fake = 1;',
  'mf-jobs/src/remote.tsx': 'export const remote = 1;',
  ...Object.fromEntries(['mf-account', 'mf-jobs', 'mf-late', 'mf-night'].map((name) => [`${name}/module.ts`, 'export const module = 1;'])),
  'mf-account/src/features/leave/leave.queries.ts': 'export const queries = 1;',
  'mf-account/src/features/leave/list/List.tsx': 'export const List = 1;',
  'mf-account/src/features/leave/LeaveModal.tsx': 'export const LeaveModal = 1;',
  'mf-account/src/features/leave/LeavePart.tsx': 'export const LeavePart = 1;',
  'mf-account/src/features/jobs/doors.ts': "import '../leave/leave.queries';\nimport '../leave/LeaveModal';\nimport '../leave/LeavePart';",
  'api/src/platform/database/tables.ts': 'export interface Tables {\n  guards: { id: string };\n  sessions: { id: string };\n}',
  'api/src/platform/sessions.ts': 'export const query = `select id from sessions`;',
  'shell/src/frame.ts': 'export const frame = 1;',
  'shell/src/tabs/tabs.ts': 'export const tabs = 1;',
  'shell/src/session/session.ts': "import '../tabs/tabs';\nexport const session = 1;",
  'shell/src/navigation/history.ts': "import '../session/session';\nexport const history = 1;",
  'shell/src/chrome/bar.ts': "import '../navigation/history';\nexport const bar = 1;",
  'shell/src/boot/start.ts': "import '../chrome/bar';\nexport const start = 1;",
  'api/src/platform/db.ts': 'export const db = 1;',
  'api/src/domains/leave/leave.service.ts': "import './leave.repository';\nexport const service = 1;",
  'api/src/domains/leave/leave.repository.ts': 'export const repository = 1;',
  'api/migrations/0090_swaps.sql': 'create table swaps (id uuid primary key, at timestamptz);\ncreate index swaps_at on swaps (at);',
  'api/migrations/0091_jobs.sql': '-- without a transaction\ncreate index concurrently if not exists jobs_at on jobs (at);',
  'api/migrations/0092_jobs.sql': '-- contracts: builds that know 0091_jobs.sql\nalter table jobs drop constraint a, drop column b;',
  'api/src/domains/jobs/jobs.service.ts': "import '../leave/leave.service';",
  'delivery/src/store.ts': 'export const store = 1;',
  'tools/tool.mjs': 'export const tool = 1;',
  'lab/experiment.mjs': 'export const experiment = 1;',
  'README.md':
    '# Portal\n\n[words](docs/words.md#the-words), [top](#portal), [web](https://example.com), `tools/tool.mjs`, `tools/*.mjs`, `docs`',
  'docs/words.md':
    '# Words\n\n## The words\n\n[home](../README.md)\n\n```\n[shown](as-code.md)\n```\n\n```js tools/tool.mjs\n  export const tool = 1;\n```',
  'docs/decisions/01-tools.md': '# Tools\n\n`tools/tool.mjs` [folder](../decisions)',
};

const lock = JSON.stringify({ packages: { 'node_modules/a': { optionalDependencies: { 'a-linux-x64': '1.0.0' } } } }).replace(
  '{"packages"',
  '{"resolved": "https://host/a.tgz", "packages"',
);

/** … and one breach of each: rule, file, content. */
const breaches = [
  [
    'locks-have-one-door',
    'api/src/domains/leave/locks.repository.ts',
    'export const held = `select from leaves where id = $1 for update of l`;',
  ],
  [
    'indexes-lock-nobody-out',
    'api/migrations/0093_at.sql',
    'alter table jobs add at timestamptz;\ncreate unique index jobs_at on jobs (at);',
  ],
  ['expand-then-contract', 'api/migrations/0094_at.sql', '-- nobody needs it\nalter table jobs\n  drop at;'],
  ['columns-have-types', 'api/src/domains/leave/text.repository.ts', 'export const pay = `select amount from transactions`;'],
  [
    'what-was-taken-back-is-not-held',
    'api/src/domains/leave/built.repository.ts',
    "export const held = () => db().selectFrom('assignments as a');",
  ],
  ['phone-links-have-one-format', 'mf-jobs/src/call.tsx', "export const call = (phone) => 'tel:+1'.concat(phone);"],
  ['one-shift-state', 'mf-jobs/src/state.ts', "export const runs = ({ state }) => state === 'running' || state === 'on-break';"],
  [
    'remotes-are-strangers',
    'mf-account/src/a.tsx',
    "import { remote } from '../../mf-jobs/src/remote';\nexport const A = () => <i>{remote}</i>;",
  ],
  ['shell-knows-no-remote', 'shell/src/a.ts', "import '../../mf-jobs/src/remote';"],
  [
    'shell-knows-no-screen-contract',
    'shell/src/b.ts',
    "import type { Leave } from '@portal/contracts/leave/leave.rules';\nexport type B = Leave;",
  ],
  [
    'shell-has-no-path-of-a-remote',
    'shell/src/chrome/path.ts',
    "import { paths } from '@portal/contracts/leave/leave.paths';\nexport const first = paths[0];",
  ],
  ['shell-layer-platform-imports-no-later-layer', 'shell/src/platform/a.ts', "import '../tabs/tabs';"],
  ['shell-layer-tabs-imports-no-later-layer', 'shell/src/tabs/a.ts', "import '../session/session';"],
  [
    'shell-layer-registry-session-outbox-realtime-telemetry-imports-no-later-layer',
    'shell/src/session/a.ts',
    "import '../navigation/history';",
  ],
  ['shell-layer-modules-navigation-notices-offline-imports-no-later-layer', 'shell/src/notices/a.ts', "import '../chrome/bar';"],
  ['shell-layer-chrome-imports-no-later-layer', 'shell/src/chrome/a.ts', "import '../boot/start';"],
  ['features-meet-at-their-doors', 'mf-account/src/features/jobs/a.ts', "import '../leave/list/List';"],
  [
    'contract-domains-meet-in-the-kernel',
    'shared/contracts/src/jobs/a.ts',
    "import type { Leave } from '../leave/leave.rules';\nexport type A = Leave;",
  ],
  ['kernel-is-a-leaf', 'shared/contracts/src/_kernel/a.ts', "import '../../../mf-kit/src/kit';"],
  ['shared-knows-no-module', 'shared/mf-kit/src/a.ts', "import '../../../shell/src/frame';"],
  ['ui-is-presentational', 'shared/ui/src/a.ts', "import '../../mf-kit/src/kit';"],
  ['client-knows-no-server-code', 'mf-account/src/b.ts', "import '../../api/src/platform/db';"],
  ['browser-code-has-no-node-modules', 'mf-account/src/c.ts', "import 'node:fs';"],
  ['api-knows-only-contracts', 'api/src/a.ts', "import '../../shared/mf-kit/src/kit';"],
  ['api-domains-meet-at-services', 'api/src/domains/jobs/a.ts', "import '../leave/leave.repository';"],
  ['sql-stays-behind-its-service', 'api/src/domains/leave/leave.routes.ts', "import './leave.repository';"],
  [
    'domains-have-no-circle',
    'api/src/domains/leave/job.service.ts',
    "import { jobs } from '../jobs/jobs.service';\nexport const job = jobs;",
  ],
  ['sql-only-in-repositories', 'api/src/domains/leave/asking.service.ts', 'export const asked = () => db().selectFrom(1);'],
  ['platform-knows-no-domain', 'api/src/platform/a.ts', "import '../domains/leave/leave.service';"],
  ['files-have-one-door', 'api/src/domains/leave/paper.service.ts', "import 'node:fs/promises';"],
  ['zstd-only-in-delivery', 'shell/src/zstd.ts', "import '@bokuweb/zstd-wasm';"],
  ['s3-only-in-its-bucket', 'api/src/domains/leave/s3.service.ts', "import '@aws-sdk/client-s3';"],
  ['delivery-knows-only-the-kernel', 'delivery/src/a.ts', "import '../../shared/ui/src/Button';"],
  ['journeys-touch-only-contracts', 'e2e/journeys/a.spec.ts', "import '../../delivery/src/store';"],
  ['pages-load-no-calls-of-staff', 'mf-account/src/n.ts', "import '@portal/contracts/jobs/jobs.staff';"],
  ['yup-only-in-contracts', 'mf-account/src/d.ts', "import { string } from 'yup';\nexport const d = string;"],
  ['axios-only-in-transport', 'shared/api-client/src/a.ts', "import 'axios';"],
  ['socket-client-only-in-api-client', 'shell/src/c.ts', "import 'socket.io-client';"],
  ['idb-only-in-device', 'mf-account/src/idb.ts', "import 'idb';"],
  ['google-only-in-maps', 'mf-account/src/q.ts', "import '@googlemaps/js-api-loader';"],
  ['telemetry-sdk-only-in-tracing', 'delivery/src/spans.ts', "import '@opentelemetry/sdk-trace';"],
  ['virtua-only-in-thread', 'mf-jobs/src/features/jobs/long.tsx', "import 'virtua';"],
  ['moment-only-in-formats', 'shared/contracts/src/jobs/b.ts', "import 'moment';"],
  ['transport-only-in-the-shell', 'mf-account/src/e.ts', "import '../../shared/api-client/src/transport';"],
  ['test-code-only-from-tests', 'mf-account/src/f.ts', "import '../../shared/testing/src/fake';"],
  ['tools-are-imported-by-nobody', 'delivery/src/b.ts', "import '../../tools/tool.mjs';"],
  ['lab-is-imported-by-nobody', 'e2e/faults/c.spec.ts', "import '../../lab/experiment.mjs';"],
  ['lab-imports-resolve', 'lab/unlisted.mjs', "import 'lighthouse';\nimport 'never-listed';"],
  ['no-cycles', 'mf-account/src/g.ts', "import './g';"],
  ['everything-resolves', 'mf-account/src/h.ts', "import './nowhere';"],
  ['no-folders-by-kind', 'mf-account/src/utils/a.ts', 'export const a = 1;'],
  ['storage-has-one-door', 'mf-account/src/k.ts', 'export const k = window.localStorage;'],
  ['storage-answers-in-time', 'mf-account/src/w.ts', "export const w = async () => (await caches.open('w')).keys();"],
  ['no-machine-paths', 'mf-account/src/j.ts', "export const j = '/home/somebody/portal/';"],
  ['no-secrets', 'delivery/src/c.ts', "export const c = '//host/:_authToken=x';"],
  ['positions-through-their-hook', 'mf-account/src/p.ts', 'export const p = () => portal.position();'],
  ['lazy-through-the-kit', 'mf-account/src/lazy.ts', "import { lazy, useState } from 'react';\nexport const l = [lazy, useState];"],
  ['no-silent-cuts', 'delivery/src/cut.ts', 'export const cut = `<input maxlength="10">`;'],
  ['failed-reads-mention-no-input', 'mf-account/src/late.tsx', 'export const Late = ({ error }) => <p safe={error.userMessage} />;'],
  ['phones-have-one-field', 'mf-account/src/tel.tsx', 'export const Tel = () => <input type="tel" />;'],
  ['money-has-one-format', 'mf-account/src/m.ts', 'export const m = (rate) => `$${rate} / hour`;'],
  ['remotes-are-listed-nowhere', 'tools/list.mjs', "export const list = ['mf-account', 'mf-jobs', 'mf-late', 'mf-night'];"],
  ['lines-through-say', 'tools/line.mjs', 'const say = (line) => process.stdout.write(line);'],
  ['main-is-awaited', 'tools/late.mjs', 'main().catch(() => undefined);'],
  ['signal-is-lost-by-its-helper', 'e2e/journeys/lost.spec.ts', 'await context.setOffline(true);'],
  ['one-phone', 'e2e/slow.ts', "export const slow = (cdp) => cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });"],
  ['timers-have-one-door', 'api/src/domains/leave/b.ts', 'export const begin = () => setInterval(() => {}, 1000);'],
  [
    'jobs-are-declared',
    'api/src/domains/leave/undeclared.ts',
    "export const begin = (lifecycle) => poll(lifecycle, 1000, act, 'It failed');",
  ],
  ['no-module-state', 'api/src/platform/counter.ts', 'let count = 0;\nexport const next = () => ++count;'],
  ['no-module-state', 'api/src/platform/known.ts', 'export const known = new Map();'],
  ['no-module-state', 'api/src/platform/typed.ts', 'export const known: Map<string, number> = new Map();'],
  ['no-module-state', 'api/src/platform/lines.ts', 'const lines: string[] = [];\nexport const add = (line: string) => lines.push(line);'],
  [
    'no-module-state',
    'api/src/domains/leave/ambient.ts',
    "import { AsyncLocalStorage } from 'node:async_hooks';\nexport const own = new AsyncLocalStorage();",
  ],
  ['no-module-state', 'api/src/domains/leave/registered.ts', "import { register } from './leave.service';\nregister('leave');"],
  ['listeners-close-in-one-order', 'api/src/other.ts', 'export const app = await createHttpServer(env);'],
  ['days-are-counted-by-date', 'api/src/domains/leave/c.ts', 'export const c = () => torontoDate(new Date(fromNow(ms)));'],
  ['days-are-not-hours', 'shell/src/d.ts', 'export const e = () => new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);'],
  ['last-calls-are-awaited', 'mf-jobs/src/q.test.tsx', '  expect(jobs.calls.at(-1)).toEqual({});'],
  ['folders-take-themselves-away', 'api/src/a.test.ts', "const folder = mkdtempSync('/tmp/a-');"],
  ['lock-names-no-host', 'package-lock.json', lock],
  ['lock-is-complete', 'package-lock.json', lock],
  ['forms-are-swept', 'mf-account/src/form.ts', 'const useRulesForm = () => 1;\nexport const form = useRulesForm();'],
  ['nothing-is-silenced', 'mf-account/src/k.test.ts', "it.skip('later', () => {});"],
  ['platform-knows-no-table-of-a-domain', 'api/src/platform/late.ts', 'export const late = `select id from guards where id = 1`;'],
  ['shared-test-code-has-no-hooks', 'shared/testing/src/late.ts', 'afterEach(() => undefined);'],
  ['no-clock-in-render', 'mf-account/src/Clock.tsx', 'export const Clock = () => <b>{String(usePortal().now())}</b>;'],
  [
    'no-clock-in-initial-state',
    'mf-account/src/Form.tsx',
    'export function Form({ portal }) { const [now] = useState(() => portal.now()); return now; }',
  ],
  ['no-device-clock-in-remotes', 'mf-account/src/later.ts', 'export const later = () => Date.now();'],
  ['no-literal-api-paths', 'mf-account/src/l.ts', "export const l = '/v1/leave';"],
  ['no-literal-links', 'mf-account/src/m.tsx', 'export const M = ({ id }: { id: string }) => <a href={"/leaveDetail/" + id}>Leave</a>;'],
  ['colours-are-tokens', 'mf-account/src/a.module.css', '.a {\n  color: #fff;\n}'],
  ['type-is-tokens', 'shell/src/chrome/q.css', '.a {\n  font-size: clamp(17px, 2vw, 20px);\n}'],
  ['layers-are-tokens', 'mf-account/src/c.module.css', '.a {\n  z-index: 3;\n}'],
  ['spaces-are-tokens', 'mf-account/src/d.module.css', '.a {\n  padding-inline: var(--space-1) 7px;\n}'],
  ['three-breakpoints', 'mf-account/src/e.module.css', '@media (width < 640px) {\n}'],
  ['titles-are-page-headers', 'mf-account/src/o.tsx', 'export const O = () => <h1>Leave</h1>;'],
  ['text-has-an-element', 'mf-account/src/t.tsx', "export const T = ({ on }) => <p><b>Gate</b>{on && ' open'}</p>;"],
  ['links-lead-somewhere', 'docs/decisions/a.md', 'See [the words](../nowhere.md).'],
  ['documents-name-real-files', 'docs/decisions/c.md', 'Copy `tools/nowhere.mjs`.'],
  ['documents-quote-real-code', 'docs/guides/d.md', '```js tools/tool.mjs\nexport const tool = 1;\nexport const gone = 1;\n```'],
  ['texts-live-once', 'mf-account/src/n.tsx', 'export const N = () => <p>Your leave request was sent to us</p>;'],
];

/** Runs the checks on a repository made of `files`; returns its breaches as `rule file`. */
function fence(files) {
  const root = temporaryFolder('fences');
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    mkdirSync(join(root, 'node_modules/@portal'));
    symlinkSync('../../shared/contracts', join(root, 'node_modules/@portal/contracts'));
    const run = spawnSync(process.execPath, [join(__dirname, 'architecture.mjs'), '--root', root, '--json'], {
      encoding: 'utf8',
      timeout: 60_000,
    });
    if (!run.stdout) throw new Error(run.stderr);
    return JSON.parse(run.stdout).map(({ rule, file }) => `${rule} ${file}`);
  } finally {
    rmSync(root, { recursive: true });
  }
}

const rulesOfImports = require('../../.dependency-cruiser.cjs').forbidden.map(({ name }) => name);

test('a file over 250 lines is listed as long, and is no breach', () => {
  const long = [
    { path: 'mf-account/src/i.ts', text: 'export {};\n'.repeat(251) },
    { path: 'mf-account/src/k.ts', text: 'export {};\n'.repeat(250) },
    { path: 'docs/long.md', text: 'a\n'.repeat(900) },
  ];
  expect(longFiles(long)).toEqual([{ file: 'mf-account/src/i.ts', lines: 251 }]);
  expect(fence({ ...sound, 'mf-account/src/i.ts': 'export {};\n'.repeat(251) })).toEqual([]);
});

test('a type size outside the scale is a breach, also within clamp() and in styles of no module', () => {
  const rules = (path, size) => checkStyles([{ path, text: `.a {\n  font-size: ${size};\n}` }]).map(({ rule }) => rule);
  for (const path of ['mf-a/src/a.module.css', 'shell/src/chrome/a.css']) {
    for (const size of ['15px', 'clamp(1rem, 2vw, 20px)', 'clamp(1rem, 2vw, 1.25rem)'])
      expect(rules(path, size)).toEqual(['type-is-tokens']);
    expect(rules(path, 'var(--text-base)')).toEqual([]);
  }
});

test('the type scale has no px, because px does not grow with the text of the browser', () => {
  const scale = readFileSync(join(__dirname, '../../shared/ui/src/scale.css'), 'utf8');
  const sizes = [...scale.matchAll(/--text-[a-z]+: ([^;]+);/g)].map(([, size]) => size);
  expect(sizes.length).toBeGreaterThan(9);
  expect(sizes.filter((size) => /\dpx/.test(size))).toEqual([]);
});

test('text-has-an-element counts a conditional name or call next to text as a text, unless it is children', () => {
  const rules = (jsx) => checkTexts([{ path: 'mf-a/src/a.tsx', text: `export const A = () => ${jsx};` }]).map(({ rule }) => rule);
  for (const words of ['on && words', 'on ? words(at) : null', 'on ? <b>now</b> : words', 'words.late ?? words.early'])
    expect([words, rules(`<p>The gate opens {${words}}</p>`)]).toEqual([words, ['text-has-an-element']]);
  for (const element of ['on && children', 'on ? children(at) : null', 'on && props.children', 'on ? <b>now</b> : undefined'])
    expect([element, rules(`<p>The gate opens {${element}}</p>`)]).toEqual([element, []]);
});

test.each([
  ['a heading of another file', '[a](words.md#the-words)', []],
  ['a heading that does not exist', '[a](words.md#nothing)', ['words.md#nothing']],
  ['a file that does not exist', '[a](other.md)', ['other.md']],
  ['a folder and a web page', '[a](.) [b](https://example.com/c.md)', []],
  ['a link inside code', '`[a](other.md)`', []],
])('links-lead-somewhere when a link leads to %s', (_to, link, dead) => {
  const files = [
    { path: 'docs/words.md', text: '# Words\n\n## The words' },
    { path: 'docs/a.md', text: link },
  ];
  expect(checkLinks(files, join(__dirname, '../..')).map(({ says }) => says)).toEqual(dead);
});

test('a repository that keeps every rule has no breach', () => {
  expect(fence(sound)).toEqual([]);
});

describe('finds a breach of each rule once in each of its files', () => {
  const caught = fence({ ...sound, ...Object.fromEntries(breaches.map(([, file, text]) => [file, text])) });

  test.each([...new Set(breaches.map(([rule]) => rule))])('%s', (rule) => {
    const expected = breaches.filter(([name]) => name === rule).map(([, file]) => `${rule} ${file}`);
    expect(caught.filter((line) => line.startsWith(`${rule} `)).sort()).toEqual(expected.sort());
  });

  test('there is a breach for every import rule', () => {
    expect(breaches.map(([rule]) => rule)).toEqual(expect.arrayContaining(rulesOfImports));
  });
});
