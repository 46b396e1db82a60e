import { missingFrom } from '../lock.mjs';
import { silencedIn } from './silenced.mjs';
import { lineOf } from './sources.mjs';

const byKind = /(^|\/)(utils|helpers|hooks|types|components|services|common|misc)\//;
const MOST_LINES = 250;

// The checks and their test spell the very patterns that they look for.
const speaksOfThem = (path) => /^tools\/(checks\/|fences\.test)/.test(path);

/** Patterns that have no place in any file of the repository. */
const nowhere = [
  // Somebody's machine: a path, an address, a key.
  { rule: 'no-machine-paths', pattern: /(?<![\w.@-])\/(home|Users|root|work)\/[\w.-]+\// },
  { rule: 'no-secrets', pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----\n|:_authToken=|\bAKIA[0-9A-Z]{16}\b/ },
  // Refused, it must be told: usePosition does.
  { rule: 'positions-through-their-hook', pattern: /\bportal\.position\(\)/, only: /^mf-[^/]+\/src\/.*(?<!\.test)\.tsx?$/ },
  // A read that fails loses no input: `whyUnread` leaves that sentence out.
  {
    rule: 'failed-reads-mention-no-input',
    pattern: /safe=\{\w*\.?error\.userMessage\}|>?\s*\{error\.userMessage\} /,
    only: /^mf-[^/]+\/src\/.*(?<!\.test)\.tsx$/,
  },
  // A browser cuts a pasted text at maxLength without a word: the rule refuses it in words instead.
  { rule: 'no-silent-cuts', pattern: /\bmaxLength=/i, only: /^(shell|mf-[^/]+|shared\/[^/]+|delivery)\/src\/.*\.tsx?$/ },
  {
    rule: 'phones-have-one-field',
    pattern: /\btype="tel"/,
    only: /^(?!shared\/forms\/src\/(PhoneField|PersonFields)\.tsx$)(shell|mf-[^/]+|shared\/[^/]+)\/src\/.*\.tsx$/,
  },
  // A dollar and two decimals everywhere (SHELL-45).
  {
    rule: 'money-has-one-format',
    pattern: /(?<!\\)\$\$\{|>\$\{/,
    only: /^(?!.*\.test\.tsx?$)(?!shared\/contracts\/src\/_kernel\/formats\.ts$)(?!.*\.html\.ts$)(shell|mf-[^/]+|shared\/(ui|forms|contracts|maps)|api\/src)\/.*\.tsx?$/,
  },
  // What a screen shows may stand from before: the call comes a frame later.
  { rule: 'last-calls-are-awaited', pattern: /^\s*expect\(\w+\.calls\.at\(-1\)/m, only: /\.test\.tsx$/ },
  // It never acts twice at once, says what failed, and ends with the API.
  {
    rule: 'timers-have-one-door',
    pattern: /\bsetInterval\(/,
    only: /^(?!.*\.test\.ts$)(?!api\/src\/platform\/(.+\/)?poll\.ts$)api\/src\/.*\.ts$/,
  },
  // In what order a process takes its leave is said in one place.
  {
    rule: 'listeners-close-in-one-order',
    pattern: /(?<!function )\b(createHttpServer|createSocketServer)\(/,
    only: /^(?!api\/src\/build-api\.ts$)(api|tools)\/.*\.ts$/,
  },
  // A promise that nothing settles any more lets the process end as if all were well; awaited at the top of the file, it ends with 13.
  { rule: 'main-is-awaited', pattern: /\bmain\(\)\.(then|catch)\(/, only: /\.(ts|mjs)$/ },
  // A reader that ends, `| head`, would end the tool.
  { rule: 'lines-through-say', pattern: /\bsay = .*process\.stdout\.write/, only: /^tools\/(?!say\.mjs$).*\.(ts|mjs)$/ },
  // A day at the sites is not always 24 hours long: addDays.
  { rule: 'days-are-counted-by-date', pattern: /torontoDate\(\s*new Date\(/, only: /^(?!.*\.test\.ts$)api\/.*\.ts$/ },
  {
    rule: 'days-are-not-hours',
    pattern:
      /new Date\([^;\n]*(86_400_000|\bDAY(_MS)?\b).*\.slice\(0, 10\)|(torontoDate|siteDate|localDay|dayOf)\([^;\n]*(86_400_000|\bDAY(_MS)?\b)/,
    only: /^(?!shared\/contracts\/src\/_kernel\/clock\.ts$)(?!tools\/fences\.test\.mjs$).*\.([cm]?[jt]s|tsx)$/,
  },
  // Its code lost, a lazy component takes the whole screen with it: screen() and part() of the kit tell the guard, and try again.
  {
    rule: 'lazy-through-the-kit',
    pattern: /import \{[^}]*\blazy\b[^}]*\} from 'react'|\bReact\.lazy\b/,
    only: /^(?!.*\.test\.tsx?$)(?!shared\/mf-kit\/src\/routes\.tsx$)(mf-[^/]+|shared\/[^/]+)\/src\/.*\.tsx?$/,
  },
  // It takes itself away: temporaryFolder of @portal/testing. What the API itself keeps there, a socket and a copy of programs, is named by its place.
  {
    rule: 'folders-take-themselves-away',
    pattern: /\b(mkdtemp(Sync)?|tmpdir)\(/,
    only: /^(?!shared\/testing\/src\/temporaryFolder\.mjs$)(?!api\/src\/platform\/(.+\/)?embedded\/(binaries|folders)\.ts$)(?!tools\/jest-node-environment\.test\.mjs$).*\.([cm]?[jt]s|tsx)$/,
  },
  // A page that has not got yet what it needs without a network fails now and then: loseSignal waits for that.
  {
    rule: 'signal-is-lost-by-its-helper',
    pattern: /\.setOffline\(true\)/,
    only: /^e2e\/journeys\/.*\.ts$/,
  },
  // By a number of its own a page runs like another phone on each machine: runLike(phone, cdp).
  {
    rule: 'one-phone',
    pattern: /setCPUThrottlingRate/,
    only: /^(?!tools\/bench\/browser\/phone\.ts$)(tools|e2e)\/.*\.(ts|mjs)$/,
  },
  // `lock` of platform/database/locks takes them in their order; what is busy is skipped by whoever takes work off a queue, and waits for nobody. A
  // guard's mark in a room is one row in one statement; a message that staff send again is no guard's and no job's.
  {
    rule: 'locks-have-one-door',
    pattern:
      /\bfor (no key update|update|share|key share)\b(?![^`]{0,30}skip locked)|\bpg_(try_)?advisory\w+\(|\.for(Update|Share|NoKeyUpdate|KeyShare)\(/i,
    only: /^(?!.*\.test\.ts$)(?!api\/src\/(platform\/(.+\/)?(locks|migrate)|domains\/(chat\/receipts|deliveries\/deliveries)\.repository)\.ts$)api\/src\/.*\.ts$/,
  },
  // A shift that was taken back is not the guard's: held_assignments. What happened on it is history: the files that write it, hand it out or take it away.
  {
    rule: 'what-was-taken-back-is-not-held',
    pattern: /\b(from|join) assignments\b|(\btypedTable|From|Join|\.from)\('assignments\b/,
    only: /^(?!.*\.test\.ts$)(?!api\/src\/domains\/(shifts\/(sos|notices|shifts)\.repository|privacy\/[^/]+)\.ts$)api\/src\/(domains|jobs)\/.*\.ts$/,
  },
  // What happened on a shift decides its state before the schedule does: _kernel/shift.ts of the contracts, and platform/database/held-shifts.ts in queries.
  {
    rule: 'one-shift-state',
    pattern: /\bthen 'missed'|\bin \('running', 'on-break'\)|=== 'running' \|\| [\w.?]+ === 'on-break'/,
    only: /^(?!.*\.test\.tsx?$)(api\/src\/(domains|jobs)|mf-[^/]+\/src)\/.*\.tsx?$/,
  },
  // A column that was renamed must not compile: the builder, or `typedTable` of platform/database/typed-table. What a guard takes along is asked of the catalogue by its own test.
  {
    rule: 'columns-have-types',
    pattern:
      /\b(from|join|update|into|using) (transactions|withdrawals|bank_details|shifts|assignments|held_assignments|breaks)\b|\btable\('(transactions|withdrawals|bank_details|shifts|assignments|held_assignments|breaks)'/,
    only: /^(?!.*\.test\.ts$)(?!api\/src\/domains\/privacy\/export\.queries\.ts$)api\/src\/(domains|jobs|platform)\/.*\.ts$/,
  },
  // What a domain stores is known in one place of it; columns that several of its queries share are in *.columns.ts.
  {
    rule: 'sql-only-in-repositories',
    pattern: /\b(import|from) 'kysely'|\bdb\(\)|\bpreparedQuery\b/,
    only: /^(?!.*(\.test|\.repository|\.columns|\.tables)\.ts$)api\/src\/(?!jobs\/clean-up\.ts$)(domains|jobs)\/.*\.ts$/,
  },
  { rule: 'lock-names-no-host', pattern: /"resolved": *"https?:/, only: /package-lock\.json$/ },
  // Reading the property alone throws where a browser blocks storage: @portal/device and the shell's broadcast.ts catch it.
  {
    rule: 'storage-has-one-door',
    pattern: /\b(localStorage|sessionStorage|indexedDB|document\.cookie|BroadcastChannel|navigator\.locks)\b/,
    only: /^(?!.*(\.test\.tsx?|\/outbox\.fixture\.ts)$)(?!shell\/src\/tabs\/broadcast\.ts$)(shell|mf-[^/]+|shared\/(ui|forms|mf-kit|api-client|maps))\/.*\.tsx?$/,
  },
  // It may never answer, and whoever waits for it neither: `withStorageDeadline` of @portal/device. The worker's keeper waits for what is handed to its parts.
  {
    rule: 'storage-answers-in-time',
    pattern: /(?<!\bwithStorageDeadline\()\bcaches\.\w+\(/,
    only: /^(?!.*\.test\.tsx?$)(?!shell\/src\/worker\/(offlineCache|pageCache|fileCache)\.ts$)(shell|mf-[^/]+|shared\/(ui|forms|mf-kit|api-client|maps))\/.*\.tsx?$/,
  },
];

/** The sweep of a remote's forms fails for a form that it does not name; this is for a remote that has none yet. */
function unswept(files) {
  const paths = new Set(files.map(({ path }) => path));
  const swept = (path) => paths.has(`${path.split('/')[0]}/src/forms.test.tsx`);
  return files
    .filter(({ path, text }) => /^mf-[^/]+\/src\/.*\.tsx?$/.test(path) && text.includes('useRulesForm(') && !swept(path))
    .map(({ path, text }) => ({
      rule: 'forms-are-swept',
      file: path,
      line: lineOf(text, 'useRulesForm('),
      says: 'src/forms.test.tsx is missing',
    }));
}

/** Files over the guide of 250 lines, longest first: a place to look, and no breach. */
export const longFiles = (files) =>
  files
    .filter(({ path }) => /\.(ts|tsx|mjs|css)$/.test(path))
    .map(({ path, text }) => ({ file: path, lines: text.split('\n').length - 1 }))
    .filter(({ lines }) => lines > MOST_LINES)
    .sort((a, b) => b.lines - a.lines);

/** House rules that need no syntax tree: folders by kind, leaks, silenced checks. */
export function checkFiles(files) {
  const breaches = unswept(files);
  for (const file of files) {
    const { path, text } = file;
    if (byKind.test(path)) breaches.push({ rule: 'no-folders-by-kind', file: path, line: 1, says: 'a helper sits beside its one user' });
    const missing = path === 'package-lock.json' ? missingFrom(JSON.parse(text)) : [];
    if (missing.length > 0) {
      breaches.push({
        rule: 'lock-is-complete',
        file: path,
        line: 1,
        says: `${missing.length} packages are missing: run node tools/lock.mjs`,
      });
    }
    const silenced = speaksOfThem(path) ? undefined : silencedIn(file);
    if (silenced) breaches.push({ rule: 'nothing-is-silenced', file: path, line: lineOf(text, silenced), says: JSON.stringify(silenced) });
    for (const { rule, pattern, only } of nowhere) {
      const [found] = (!only || only.test(path)) && !speaksOfThem(path) ? (text.match(pattern) ?? []) : [];
      if (found) breaches.push({ rule, file: path, line: lineOf(text, found), says: JSON.stringify(found) });
    }
  }
  return breaches;
}
