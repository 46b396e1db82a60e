import { parseArgs } from 'node:util';
import { actor, assertTaken, OPTIONS } from './command';
import { commands } from './commands';
import type { Desk } from './desk';
import { servedContracts, Unasked } from './gate';
import { openStore } from './open-store';
import { dataFolder } from './places';
import { isRefusal, Refusal } from './refusal';
import { wrapped } from './report';
import { finishRotation } from './rotate';
import { hasAnyHalf, loadOps } from './signing';
import { readToken } from './token';
import { OPS } from './vouch';

const USAGE = `${Object.values(commands)
  .map(({ usage }) => usage)
  .join('\n')}

--by <who> names another person than the one logged in, --json is for programs,
--help says what a command takes. PORTAL_DATA names another store, API_URL the
guard API that modules are compared with, PORTAL_TOKEN who acts, where the store
has tokens.`;

function wordsOf(error: unknown): string {
  const { code, path, message } = error as NodeJS.ErrnoException;
  if (!isRefusal(error) && ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code ?? ''))
    return `no space is left for ${path ?? dataFolder()}: nothing was done. portal prune --dry-run shows what can be removed`;
  const isFolder = !isRefusal(error) && ['EACCES', 'EROFS', 'ENOTDIR'].includes(code ?? '');
  return isFolder ? `${path ?? dataFolder()} is not writable` : message;
}

/** `portal`: returns the exit code; an error is one message. */
export async function main(args: string[]): Promise<number> {
  const isJson = args.includes('--json');
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: OPTIONS });
    const [name = '', ...rest] = positionals;
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (values.help) {
      process.stdout.write(command ? `${wrapped(command.does)}\n${command.usage}\n` : `${USAGE}\n`);
      return 0;
    }
    if (!command) {
      process.stderr.write(`${name ? `portal: there is no command ${name}\n` : ''}${USAGE}\n`);
      return 1;
    }
    assertTaken(command, rest, values);
    const data = dataFolder();
    const store = await openStore(data, process.env, !command.onlyReads);
    if (!hasAnyHalf(data, 'ops') && (await store.newest()).used > 0)
      throw new Refusal(`the keys of this store are not in ${data}/keys: copy ops.pub there, and ops.pem on machines that activate`);
    await finishRotation({ store, ops: loadOps(data) }, data);
    const desk: Desk = {
      store,
      ops: loadOps(data),
      served: command.asksApi ? await servedContracts(process.env.API_URL) : new Unasked(`portal ${name} does not query the API`),
      now: () => new Date(),
    };
    const given = process.env.PORTAL_TOKEN;
    const token = given ? readToken(given) : null;
    if (command.isOperating) values.by = await actor(desk, token, [OPS], values, command.isRecovery);
    const said = await command.run(desk, rest, values, token);
    process.stdout.write(`${isJson ? JSON.stringify(said.data) : wrapped(said.text, 2)}\n`);
    return 0;
  } catch (error) {
    const words = wordsOf(error);
    if (isJson) process.stdout.write(`${JSON.stringify({ error: words })}\n`);
    else process.stderr.write(`${wrapped(`portal: ${words}`)}\n`);
    return 1;
  }
}
