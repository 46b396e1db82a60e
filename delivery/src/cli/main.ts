import { readValues } from '@portal/settings/read';
import { CommanderError } from 'commander';
import type { CommandOutput, GivenOptions, StoreCommand } from '../commands/command';
import { readServedApi, resolveActor } from '../commands/command';
import { wrapText } from '../commands/format';
import { finishRotation } from '../commands/rotate-key';
import { isUserError, UserError } from '../errors';
import { OPS_SCOPE } from '../gate/attestation';
import { ApiUnknown } from '../gate/gate';
import { storeFolder } from '../paths';
import { openServedRevisions } from '../registry/served-revisions';
import { hasAnyHalf, loadOpsKey } from '../registry/signatures';
import { parseToken } from '../registry/signing-token';
import type { CommandContext } from '../registry/update-registry';
import { openStore } from '../store/open-store';
import { readOnlyStore } from '../store/store';
import { createProgram } from './program';

function errorText(error: unknown): string {
  const { code, path, message } = error as NodeJS.ErrnoException;
  if (error instanceof CommanderError) return message.replace(/^error: /, '');
  if (!isUserError(error) && ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code ?? ''))
    return `no space is left for ${path ?? storeFolder()}: nothing was done. portal prune --dry-run shows what can be removed`;
  const isFolder = !isUserError(error) && ['EACCES', 'EROFS', 'ENOTDIR'].includes(code ?? '');
  return isFolder ? `${path ?? storeFolder()} is not writable` : message;
}

async function runCommand(command: StoreCommand, names: string[], options: GivenOptions): Promise<CommandOutput> {
  const { PORTAL_TOKEN } = readValues('portal', process.env);
  const data = storeFolder();
  const opened = await openStore(data, process.env, !command.readOnly);
  const store = command.readOnly ? readOnlyStore(opened) : opened;
  if (!hasAnyHalf(data, 'ops') && (await store.latestRevision()).used > 0)
    throw new UserError(`the keys of this store are not in ${data}/keys: copy ops.pub there, and ops.pem on machines that activate`);
  await finishRotation({ store, ops: loadOpsKey(data) }, data);
  const ops = loadOpsKey(data);
  const context: CommandContext = {
    store,
    ops,
    seen: openServedRevisions(store, data, ops.publicKey),
    served: command.needsApi ? await readServedApi() : new ApiUnknown(`portal ${command.name} does not query the API`),
    now: () => new Date(),
  };
  const token = PORTAL_TOKEN ? parseToken(PORTAL_TOKEN) : null;
  const by = options.by as string | undefined;
  const actor = command.needsOpsToken ? await resolveActor(context, token, [OPS_SCOPE], by, command.isRecovery) : by;
  return command.run(context, names, { ...options, by: actor }, token);
}

/** `portal`: returns the exit code; an error is one message. */
export async function main(args: string[]): Promise<number> {
  const isJson = args.includes('--json');
  let code = 0;
  const program = createProgram(async (command, names, options) => {
    const {
      text,
      data,
      exitCode = 0,
    } = await ('diagnose' in command ? command.diagnose(process.env) : runCommand(command, names, options));
    code = exitCode;
    process.stdout.write(`${isJson ? JSON.stringify(data) : wrapText(text, 2)}\n`);
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    // The help was printed.
    if (error instanceof CommanderError && (error.exitCode === 0 || error.code === 'commander.help')) return error.exitCode;
    const words = errorText(error);
    if (isJson) process.stdout.write(`${JSON.stringify({ error: words })}\n`);
    else process.stderr.write(`${wrapText(`portal: ${words}`)}\n`);
    return 1;
  }
}
