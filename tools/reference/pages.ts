import { commands as staffCommands } from '../../api/src/cli/commands';
import { createProgram as createStaffProgram } from '../../api/src/cli/program';
import { jobs } from '../../api/src/jobs';
import type { Job } from '../../api/src/platform/queue/define-job';
import { createProgram } from '../../delivery/src/cli/program';
import { commands as portalCommands } from '../../delivery/src/commands';
import { checks } from '../../delivery/src/commands/doctor';
import { type Reader, topics } from '../../shared/settings/src/table';

const HEAD = 'Written by `node --import tsx tools/reference.ts` from the code; a test compares the two.';

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

type Rows = Readonly<Record<string, { readBy: readonly Reader[]; does: string; unset: string }>>;

const readerNames: Readonly<Record<Reader, string>> = {
  API: 'API',
  host: 'portal host',
  portal: '`portal`',
  staff: '`staff`',
  nginx: 'nginx',
};

function settingsPage(): string {
  const sections = Object.entries<Rows>(topics).map(([topic, rows]) => {
    const lines = Object.entries(rows).map(
      ([name, { readBy, does, unset }]) =>
        `| \`${name}\` | ${readBy.map((reader) => readerNames[reader]).join(', ')} | ${does} | ${unset} |`,
    );
    return `## ${topic}\n\n| setting | read by | purpose | if not set |\n|---|---|---|---|\n${lines.join('\n')}\n`;
  });
  return `# Settings

${HEAD}

All settings are environment variables. \`npm start\` passes them to API and portal host. An empty value equals a setting that is not set. A wrong value ends the start with one line. Steps for the providers: [configuring providers](../guides/configuring-providers.md).

${sections.join('\n')}`;
}

/** The arguments of each staff command: positional ones, then options. `--again` is on the page once. */
function staffArguments(): Map<string, string> {
  const program = createStaffProgram(
    async () => undefined,
    () => undefined,
  );
  return new Map(
    program.commands.map((line) => {
      const positional = line.registeredArguments.map((one) => `<${one.name()}>`);
      const shown = line.options.filter(({ hidden, long }) => !hidden && long !== '--again');
      const options = shown.map((one) => {
        const words = one.isBoolean() ? `${one.long}` : `${one.long} …`;
        return one.mandatory ? words : `[${words}]`;
      });
      return [line.name(), [...positional, ...options].join(' ')];
    }),
  );
}

function staffPage(): string {
  const lines = staffArguments();
  const rows = staffCommands.map(({ name, summary, endpoint: { roles } }) => {
    const who = Array.isArray(roles) ? roles.join(', ') : 'tests and demonstrations';
    const typed = lines.get(name) ?? '';
    return `| \`${name}\` | ${cell(summary)} | ${typed && `\`${typed}\``} | ${who} |`;
  });
  return `# Staff commands

${HEAD}

\`npm run staff -- COMMAND\`. A guard is an id or an e-mail address. The reply is JSON. In production each person has a key with one role, and the calls use a separate listener:

\`\`\`
STAFF_PORT=8082                              # of the API; on the loopback unless STAFF_HOST is set
npm run staff -- create-key --database --name "your name" --role ops --expires 2027-06-30    # the first key, on a machine that reaches the database
export STAFF_URL=http://127.0.0.1:8082 STAFF_KEY=gpstaff_…
npm run staff -- create-key --name "a colleague" --role finance --expires 2027-06-30         # printed once
npm run staff -- audit --by "a colleague" --since 2026-11-01     # the latest 200 acts; --before with the last \`at\` for more
\`\`\`

Outside production one shared token in \`.data/staff-token\` is enough. A repeat with \`--again KEY\` never acts twice: [a staff command got no reply](../runbook/staff-command-without-reply.md).

| command | purpose | arguments | roles |
|---|---|---|---|
${rows.join('\n')}
`;
}

function portalPage(): string {
  const lines = createProgram(async () => undefined).commands.map((line) => line.helpOption(false).configureHelp({}));
  const help = new Map(lines.map((line) => [line.name(), line.helpInformation().trim()]));
  const sections = portalCommands.map(({ name, needsApi, needsOpsToken }) => {
    const needs = [...(needsApi ? ['the guard API'] : []), ...(needsOpsToken ? ['a token of ops, if the store has tokens'] : [])];
    return `## ${name}\n\n\`\`\`\n${help.get(name)}\n\`\`\`\n${needs.length > 0 ? `\nNeeds ${needs.join(' and ')}.\n` : ''}`;
  });
  return `# Portal commands

${HEAD}

\`npm run portal -- COMMAND\`, or \`portal COMMAND\` in a container. \`--json\` is for programs, \`--by\` names another person than the one logged in, \`--help\` explains a command. An error is one message and exit code 1.

${sections.join('\n')}`;
}

function doctorPage(): string {
  const rows = checks.map(({ code, subject, cause, fix }) => `| ${code} | ${subject} | ${cell(cause)} | ${cell(fix)} |`);
  return `# Checks of portal doctor

${HEAD}

\`npm run portal -- doctor\` runs all checks and prints the finding of each. The exit code is 1 if a check fails. \`--json\` is for programs: \`code\`, \`subject\`, \`state\` (\`ok\`, \`failed\`, \`skipped\`), \`found\`, and \`cause\` and \`fix\` of a failure. A check is skipped if it does not apply to the machine, or if another check has to succeed first. Codes are stable.

| code | checks | cause of a failure | fix |
|---|---|---|---|
${rows.join('\n')}
`;
}

const duration = (seconds: number) => {
  if (seconds % 3_600 === 0) return `${seconds / 3_600} h`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
};

function jobSchedule({ schedule }: Job): string {
  if (schedule.on === 'enqueue') return `when queued, ${schedule.atOnce} at the same time in a process`;
  const every = `every ${duration(schedule.seconds)}`;
  if (schedule.on === 'interval') return `${every}, in one process`;
  const start = schedule.alsoAtStart ? 'at the start and ' : '';
  return `${start}${every}, in ${schedule.in === 'every process' ? 'every process' : 'each process with jobs'}. ${schedule.because}`;
}

function jobRetries({ retries }: Job): string {
  if (typeof retries === 'string') return retries;
  const { limit, delaySeconds, isBackoff } = retries;
  return `${limit}, ${isBackoff ? `the first after ${delaySeconds} to ${2 * delaySeconds} s, then about twice as long each time` : `every ${duration(delaySeconds)}`}`;
}

function jobsPage(): string {
  const rows = jobs.map((job) => {
    const { name, does, schedule, payloadFields, onGivenUp, failed } = job;
    const queue = schedule.on === 'poll' ? 'none' : `\`${schedule.queue}\``;
    const payload = payloadFields.map((field) => `\`${field}\``).join(', ') || 'none';
    const givenUp = typeof onGivenUp === 'string' ? onGivenUp : `\`${onGivenUp.name}\` gets the payload.`;
    return `| [${name}](../../api/src/jobs/${name}.job.ts) | ${does} | ${jobSchedule(job)} | ${queue} | ${payload} | ${jobRetries(job)} | ${givenUp} | ${failed} |`;
  });
  return `# Background jobs

${HEAD}

Each job is declared in its file, and \`api/src/jobs/index.ts\` lists all. With \`PORTAL_WORK=elsewhere\` a process runs only the jobs of every process. A queue of pg-boss stores the jobs; a job without a queue is a poll, for the reason in its row. The metric \`portal_queue_age_seconds\` has the age of the oldest due job of each queue. pg-boss itself expires, archives and deletes stored jobs every 15 s.

| job | purpose | schedule | queue | payload | retries | when given up | log line of a failed run |
|---|---|---|---|---|---|---|---|
${rows.join('\n')}
`;
}

/** The text of each reference page by its path. */
export const referencePages = (): Readonly<Record<string, string>> => ({
  'docs/reference/settings.md': settingsPage(),
  'docs/reference/staff-commands.md': staffPage(),
  'docs/reference/portal-commands.md': portalPage(),
  'docs/reference/doctor.md': doctorPage(),
  'docs/reference/jobs.md': jobsPage(),
});
