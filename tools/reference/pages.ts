import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { argumentsOf, commands as staffCommands } from '../../api/src/cli/commands';
import { settingNames } from '../../api/src/platform/config/env';
import { commands as portalCommands } from '../../delivery/src/commands';
import { settings } from './settings';

const root = resolve(import.meta.dirname, '../..');
const HEAD = 'Written by `node --import tsx tools/reference.ts` from the code; a test compares the two.';

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

function namesIn(folder: string, pattern: RegExp): string[] {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  const texts = files.map((file) => readFileSync(join(root, folder, file), 'utf8'));
  return texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name));
}

const nginxNames = () => {
  const [, nginx = ''] = /^ {2}nginx:\n([\s\S]*?)^\S/m.exec(readFileSync(join(root, 'docker/compose.yaml'), 'utf8')) ?? [];
  return [...nginx.matchAll(/^ +([A-Z_]+):/gm)].map(([, name = '']) => name);
};

/** The settings that the code reads, by reader. */
export const readers = (): Readonly<Record<string, readonly string[]>> => ({
  API: settingNames,
  delivery: namesIn('delivery/src', /\benv\.([A-Z][A-Z0-9_]+)\b/g),
  '`staff`': namesIn('api/src/cli', /\b((?:STAFF|PORTAL|DATABASE)_[A-Z_]+)\b/g),
  nginx: nginxNames(),
});

function settingsPage(): string {
  const sets = Object.entries(readers()).map(([reader, names]) => [reader, new Set(names)] as const);
  const sections = Object.entries(settings).map(([topic, rows]) => {
    const lines = Object.entries(rows).map(([name, { does, unset }]) => {
      const readBy = sets.flatMap(([reader, names]) => (names.has(name) ? [reader] : [])).join(', ');
      return `| \`${name}\` | ${readBy} | ${does} | ${unset} |`;
    });
    return `## ${topic}\n\n| setting | read by | purpose | if not set |\n|---|---|---|---|\n${lines.join('\n')}\n`;
  });
  return `# Settings

${HEAD}

All settings are environment variables. \`npm start\` passes them to API and portal host. A wrong value ends the start with one line. *delivery* is the portal host and the \`portal\` command. Steps for the providers: [configuring providers](../guides/configuring-providers.md).

${sections.join('\n')}`;
}

function staffPage(): string {
  const rows = Object.entries(staffCommands).map(([name, command]) => {
    const { roles } = command.endpoint;
    const who = Array.isArray(roles) ? roles.join(', ') : 'tests and demonstrations';
    return `| \`${name}\` | ${cell(command.summary)} | ${argumentsOf(command) ? `\`${argumentsOf(command).replaceAll('|', '\\|')}\`` : ''} | ${who} |`;
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
  const sections = Object.entries(portalCommands).map(([name, { does, usage, asksApi, isOperating }]) => {
    const needs = [...(asksApi ? ['`API_URL`'] : []), ...(isOperating ? ['a token of ops, if the store has tokens'] : [])];
    return `## ${name}\n\n${does}${needs.length > 0 ? ` Needs ${needs.join(' and ')}.` : ''}\n\n\`\`\`\n${usage}\n\`\`\`\n`;
  });
  return `# Portal commands

${HEAD}

\`npm run portal -- COMMAND\`, or \`portal COMMAND\` in a container. \`--json\` is for programs, \`--by\` names another person than the one logged in, \`--help\` explains a command. An error is one message and exit code 1.

${sections.join('\n')}`;
}

/** The text of each reference page by its path. */
export const referencePages = (): Readonly<Record<string, string>> => ({
  'docs/reference/settings.md': settingsPage(),
  'docs/reference/staff-commands.md': staffPage(),
  'docs/reference/portal-commands.md': portalPage(),
});
