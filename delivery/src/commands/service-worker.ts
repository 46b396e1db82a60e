import { UserError } from '../errors';
import { applyChange, type ChangeInfo, type ChangeResult, type CommandContext, updateRegistry } from '../registry/update-registry';
import { changeInfo, command, formatOutcome, reasonOption, requireReason, whyOption } from './command';

const WORKER = 'worker';

/**
 * Disables the service worker on every phone, or enables it again, in a signed revision with author and reason. @returns null if nothing
 * changes
 */
export const setServiceWorker = (context: CommandContext, to: 'on' | 'off', info: ChangeInfo): Promise<ChangeResult | null> =>
  updateRegistry(context, [], async (text, running) => {
    if (!running) throw new UserError('nothing is active yet');
    const { workerOff: off, ...others } = running;
    const from = off ? 'off' : 'on';
    if (from === to) return null;
    const { by, why } = info;
    const at = context.now().toISOString();
    const registry = { ...others, revision: running.revision + 1, at, ...(to === 'off' && { workerOff: { by, at, why } }) };
    const change = { name: WORKER, from, to, how: 'switch' as const };
    // No version becomes active, so an unreachable API must not prevent it.
    return applyChange(context, text, { running, registry, changes: [change], begin: [], isEnd: true }, info);
  });

export const killWorkerCommand = command({
  name: 'kill-worker',
  summary: 'Removes the service worker and its stored files from every device.',
  options: reasonOption,
  needsOpsToken: true,
  async run(context, _names, options) {
    return formatOutcome(await setServiceWorker(context, 'off', changeInfo(options, requireReason(options))));
  },
});

export const keepWorkerCommand = command({
  name: 'keep-worker',
  summary: 'Allows the service worker again.',
  options: whyOption,
  needsOpsToken: true,
  async run(context, _names, options) {
    return formatOutcome(await setServiceWorker(context, 'on', changeInfo(options, 'phones may keep the portal again')));
  },
});
