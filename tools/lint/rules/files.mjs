import { missingFrom } from '../../data/complete-lockfile.mjs';
import { lineOf } from '../source-files.mjs';
import { findSuppressions } from './suppressions.mjs';

const byKind = /(^|\/)(utils|helpers|hooks|types|components|services|common|misc)\//;
const MOST_LINES = 250;

// The checks and their test contain the patterns that they search for.
const speaksOfThem = (path) => /^tools\/lint\//.test(path);

/** Patterns that no file of the repository may contain. */
const nowhere = [
  // A path of one machine, or a secret.
  { rule: 'no-machine-paths', pattern: /(?<![\w.@-])\/(home|Users|root|work)\/[\w.-]+\// },
  { rule: 'no-secrets', pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----\n|:_authToken=|\bAKIA[0-9A-Z]{16}\b/ },
  // The browser may refuse the position. The hook `usePosition` then shows why.
  { rule: 'positions-through-their-hook', pattern: /\bportal\.position\(\)/, only: /^mf-[^/]+\/src\/.*(?<!\.test)\.tsx?$/ },
  // A failed read loses no input, so its text omits that sentence: `whyUnread`.
  {
    rule: 'failed-reads-mention-no-input',
    pattern: /safe=\{\w*\.?error\.userMessage\}|>?\s*\{error\.userMessage\} /,
    only: /^mf-[^/]+\/src\/.*(?<!\.test)\.tsx$/,
  },
  // A browser silently cuts a pasted text at maxLength. A rule of the form rejects it with a message instead.
  { rule: 'no-silent-cuts', pattern: /\bmaxLength=/i, only: /^(shell|mf-[^/]+|shared\/[^/]+|delivery)\/src\/.*\.tsx?$/ },
  {
    rule: 'phones-have-one-field',
    pattern: /\btype="tel"/,
    only: /^(?!shared\/forms\/src\/(PhoneField|PersonFields)\.tsx$)(shell|mf-[^/]+|shared\/[^/]+)\/src\/.*\.tsx$/,
  },
  // A short number such as 911 has no country code.
  {
    rule: 'phone-links-have-one-format',
    pattern: /\btel:(\+|\$)/,
    only: /^(?!.*\.test\.tsx?$)(?!shared\/contracts\/src\/_kernel\/formats\.ts$)(shell|mf-[^/]+|shared\/[^/]+|api)\/src\/.*\.tsx?$/,
  },
  // A dollar and two decimals everywhere (SHELL-45).
  {
    rule: 'money-has-one-format',
    pattern: /(?<!\\)\$\$\{|>\$\{/,
    only: /^(?!.*\.test\.tsx?$)(?!shared\/contracts\/src\/_kernel\/formats\.ts$)(?!.*\.html\.ts$)(shell|mf-[^/]+|shared\/(ui|forms|contracts|maps)|api\/src)\/.*\.tsx?$/,
  },
  // The screen may show older data for one more frame, so the call must be awaited.
  { rule: 'last-calls-are-awaited', pattern: /^\s*expect\(\w+\.calls\.at\(-1\)/m, only: /\.test\.tsx$/ },
  // `poll` runs its function once at a time, logs errors and stops with the API.
  {
    rule: 'timers-have-one-door',
    pattern: /\bsetInterval\(/,
    only: /^(?!.*\.test\.ts$)(?!api\/src\/platform\/(.+\/)?poll\.ts$)api\/src\/.*\.ts$/,
  },
  // `defineJob` declares each background job in api/src/jobs, with its schedule and retries; docs/reference/jobs.md lists them.
  {
    rule: 'jobs-are-declared',
    pattern: /\b(poll|scheduleJob|processQueue)\(/,
    only: /^(?!.*\.test\.ts$)(?!api\/src\/platform\/queue\/)api\/src\/.*\.ts$/,
  },
  // State belongs to the services of one API (platform/services.ts), and functions between domains are arguments (domains/index.ts): two APIs can
  // then run in one process. A collection that never changes has a Readonly type.
  {
    rule: 'no-module-state',
    pattern:
      /^(export )?(let|var) |^(export )?const \w+ = (new (Map|Set|WeakMap|WeakSet|AsyncLocalStorage|Registry|Counter|Gauge|Histogram|Pool|PgBoss)\b|create(Keyed)?Semaphore\(|coalesceCalls\()|^(export )?const \w+(: (?!Readonly|readonly)[^=\n]+)? = (\[\]|\{\}|new (Weak)?(Map|Set)\b.*);|^[a-z][\w.]*\(/m,
    only: /^(?!.*\.test\.ts$)(?!api\/src\/(platform\/context|cli\/main)\.ts$)api\/src\/.*\.ts$/,
  },
  // The shutdown order of a process is defined in one place.
  {
    rule: 'listeners-close-in-one-order',
    pattern: /(?<!function )\b(createHttpServer|createSocketServer)\(/,
    only: /^(?!api\/src\/build-api\.ts$)(api|tools|lab)\/.*\.ts$/,
  },
  // If a promise never settles, the process exits with 0 as if it had succeeded. Awaited at the top level, it exits with 13.
  { rule: 'main-is-awaited', pattern: /\bmain\(\)\.(then|catch)\(/, only: /\.(ts|mjs)$/ },
  // A reader that closes early, such as `| head`, must not end the tool with an error.
  { rule: 'lines-through-say', pattern: /\bsay = .*process\.stdout\.write/, only: /^(tools\/(?!say\.mjs$)|lab\/).*\.(ts|mjs)$/ },
  // A day at the sites is not always 24 hours long: use addDays.
  { rule: 'days-are-counted-by-date', pattern: /torontoDate\(\s*new Date\(/, only: /^(?!.*\.test\.ts$)api\/.*\.ts$/ },
  {
    rule: 'days-are-not-hours',
    pattern:
      /new Date\([^;\n]*(86_400_000|\bDAY(_MS)?\b).*\.slice\(0, 10\)|(torontoDate|siteDate|localDay|dayOf)\([^;\n]*(86_400_000|\bDAY(_MS)?\b)/,
    only: /^(?!shared\/contracts\/src\/_kernel\/clock\.ts$)(?!tools\/lint\/architecture\.test\.mjs$).*\.([cm]?[jt]s|tsx)$/,
  },
  // If the code of a lazy component fails to load, the whole screen fails. screen() and part() of the kit show an error and retry.
  {
    rule: 'lazy-through-the-kit',
    pattern: /import \{[^}]*\blazy\b[^}]*\} from 'react'|\bReact\.lazy\b/,
    only: /^(?!.*\.test\.tsx?$)(?!shared\/mf-kit\/src\/routes\.tsx$)(mf-[^/]+|shared\/[^/]+)\/src\/.*\.tsx?$/,
  },
  // temporaryFolder of @portal/testing deletes its folder. The API's own socket folder and program copies need fixed places.
  {
    rule: 'folders-take-themselves-away',
    pattern: /\b(mkdtemp(Sync)?|tmpdir)\(/,
    only: /^(?!shared\/testing\/src\/temporaryFolder\.mjs$)(?!api\/src\/platform\/(.+\/)?embedded\/(binaries|folders)\.ts$)(?!tools\/test\/jest\/node-environment\.test\.mjs$)(?!delivery\/src\/commands\/rebuild\.ts$).*\.([cm]?[jt]s|tsx)$/,
  },
  // A page that has not yet loaded its offline data fails occasionally: loseSignal waits for it.
  {
    rule: 'signal-is-lost-by-its-helper',
    pattern: /\.setOffline\(true\)/,
    only: /^e2e\/journeys\/.*\.ts$/,
  },
  // With its own throttling rate, a page runs like a different phone on each machine: use runLike(phone, cdp).
  {
    rule: 'one-phone',
    pattern: /setCPUThrottlingRate/,
    only: /^(?!lab\/bench\/browser\/phone\.ts$)(tools|lab|e2e)\/.*\.(ts|mjs)$/,
  },
  // `lock` of platform/database/locks locks rows in a fixed order. Exempt: queue workers, which skip locked rows and never wait; a read receipt,
  // which is one row in one statement; and a message that staff resend, which belongs to no guard and no job.
  {
    rule: 'locks-have-one-door',
    pattern:
      /\bfor (no key update|update|share|key share)\b(?![^`]{0,30}skip locked)|\bpg_(try_)?advisory\w+\(|\.for(Update|Share|NoKeyUpdate|KeyShare)\(/i,
    only: /^(?!.*\.test\.ts$)(?!api\/src\/(platform\/(.+\/)?(locks|migrate)|domains\/(chat\/receipts|deliveries\/deliveries)\.repository)\.ts$)api\/src\/.*\.ts$/,
  },
  // Read held_assignments: a withdrawn shift is not the guard's. Only files about past events, or that award and withdraw shifts, read assignments.
  {
    rule: 'what-was-taken-back-is-not-held',
    pattern: /\b(from|join) assignments\b|(\btypedTable|From|Join|\.from)\('assignments\b/,
    only: /^(?!.*\.test\.ts$)(?!api\/src\/domains\/(shifts\/(sos|notices|shifts|lost-shift)\.repository|shift-state\/commitment\.columns|privacy\/[^/]+)\.ts$)api\/src\/(domains|jobs)\/.*\.ts$/,
  },
  // The shift record decides the state before the schedule does: _kernel/shift.ts of the contracts, and domains/shift-state in queries.
  {
    rule: 'one-shift-state',
    pattern: /\bthen 'missed'|\bin \('running', 'on-break'\)|=== 'running' \|\| [\w.?]+ === 'on-break'/,
    only: /^(?!.*\.test\.tsx?$)(?!api\/src\/domains\/shift-state\/)(api\/src\/(domains|jobs)|mf-[^/]+\/src)\/.*\.tsx?$/,
  },
  // A renamed column must break the compilation, so use the query builder or `typedTable` of platform/database/typed-table. The test of the data
  // export compares its columns with the database catalogue.
  {
    rule: 'columns-have-types',
    pattern:
      /\b(from|join|update|into|using) (transactions|withdrawals|bank_details|shifts|assignments|held_assignments|breaks)\b|\btable\('(transactions|withdrawals|bank_details|shifts|assignments|held_assignments|breaks)'/,
    only: /^(?!.*\.test\.ts$)(?!api\/src\/domains\/privacy\/export\.queries\.ts$)api\/src\/(domains|jobs|platform)\/.*\.ts$/,
  },
  // The queries of a domain are in one place. Columns that several of its queries share are in *.columns.ts.
  {
    rule: 'sql-only-in-repositories',
    pattern: /\b(import|from) 'kysely'|\bdb\(\)|\bpreparedQuery\b/,
    only: /^(?!.*(\.test|\.repository|\.columns|\.tables)\.ts$)api\/src\/(?!jobs\/clean-up\.job\.ts$)(domains|jobs)\/.*\.ts$/,
  },
  // A suite loads shared code once, so a hook would belong to its first file: use `atTestEnd`.
  {
    rule: 'shared-test-code-has-no-hooks',
    pattern: /^(?:after|before)(?:Each|All)\(/m,
    only: /^(?!.*\.test\.tsx?$)(shared\/testing\/src\/(?!setup\.ts$)|api\/test\/).*\.tsx?$/,
  },
  { rule: 'lock-names-no-host', pattern: /"resolved": *"https?:/, only: /package-lock\.json$/ },
  // Reading the property throws where a browser blocks storage: @portal/device and the shell's broadcast.ts catch it.
  {
    rule: 'storage-has-one-door',
    pattern: /\b(localStorage|sessionStorage|indexedDB|document\.cookie|BroadcastChannel|navigator\.locks)\b/,
    only: /^(?!.*(\.test\.tsx?|\/outbox\.fixture\.ts)$)(?!shell\/src\/tabs\/broadcast\.ts$)(shell|mf-[^/]+|shared\/(ui|forms|mf-kit|api-client|maps))\/.*\.tsx?$/,
  },
  // A Cache call may never settle: use `withStorageDeadline` of @portal/device. The excluded worker files are called under such a deadline.
  {
    rule: 'storage-answers-in-time',
    pattern: /(?<!\bwithStorageDeadline\()\bcaches\.\w+\(/,
    only: /^(?!.*\.test\.tsx?$)(?!shell\/src\/worker\/(offlineCache|pageCache|fileCache)\.ts$)(shell|mf-[^/]+|shared\/(ui|forms|mf-kit|api-client|maps))\/.*\.tsx?$/,
  },
];

/** The sweep of a remote's forms fails for an unlisted form. This check finds a remote without a sweep. */
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

/** Files over the guide of 250 lines, longest first. They are a hint, not a violation. */
export const longFiles = (files) =>
  files
    .filter(({ path }) => /\.(ts|tsx|mjs|css)$/.test(path))
    .map(({ path, text }) => ({ file: path, lines: text.split('\n').length - 1 }))
    .filter(({ lines }) => lines > MOST_LINES)
    .sort((a, b) => b.lines - a.lines);

/** Rules that need no syntax tree: folders by kind, leaked paths and secrets, silenced checks. */
export function checkFiles(files) {
  const breaches = unswept(files);
  for (const file of files) {
    const { path, text } = file;
    if (byKind.test(path)) breaches.push({ rule: 'no-folders-by-kind', file: path, line: 1, says: 'a helper sits beside its one user' });
    const missing = /^(lab\/)?package-lock\.json$/.test(path) ? missingFrom(JSON.parse(text)) : [];
    if (missing.length > 0) {
      breaches.push({
        rule: 'lock-is-complete',
        file: path,
        line: 1,
        says: `${missing.length} packages are missing: run node tools/data/complete-lockfile.mjs ${path}`,
      });
    }
    const silenced = speaksOfThem(path) ? undefined : findSuppressions(file);
    if (silenced) breaches.push({ rule: 'nothing-is-silenced', file: path, line: lineOf(text, silenced), says: JSON.stringify(silenced) });
    for (const { rule, pattern, only } of nowhere) {
      const [found] = (!only || only.test(path)) && !speaksOfThem(path) ? (text.match(pattern) ?? []) : [];
      if (found) breaches.push({ rule, file: path, line: lineOf(text, found), says: JSON.stringify(found) });
    }
  }
  return breaches;
}
