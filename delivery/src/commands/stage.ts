import { readValue } from '@portal/settings/read';
import { UserError } from '../errors';
import { storeFolder } from '../paths';
import { readHostRecord } from '../registry/host-record';
import { asCandidate, nextRegistry } from '../registry/next-registry';
import { signCandidate, signRegistry } from '../registry/signatures';
import {
  budgetProblems,
  type ChangeInfo,
  type CommandContext,
  checkSet,
  gateWarnings,
  readRegistry,
  requireCurrentKey,
  requireManifest,
  type VersionRef,
} from '../registry/update-registry';
import { integrityOf } from '../store/integrity';
import { changeInfo, command, forceOption, parseVersions, whyOption, withWarnings } from './command';

export interface StagedCandidate {
  id: string;
  until: string;
  token: string;
  warnings: string[];
}

const HOUR_MS = 3_600_000;

/**
 * Stages the next revision as a candidate: a complete set that passes the gate and is visible only by its signed link. The active set does
 * not change. The document is marked as a candidate, so it cannot be passed off as active.
 */
export async function stage(context: CommandContext, requests: VersionRef[], info: ChangeInfo, hours: number): Promise<StagedCandidate> {
  const { registry } = await readRegistry(context);
  if (!registry) throw new UserError('nothing is active yet: a candidate is a change of what is');
  if (!(hours > 0 && hours <= 30 * 24)) throw new UserError('--hours is above 0 and at most 720');
  const found = await Promise.all(requests.map((request) => requireManifest(context.store, request)));
  const at = context.now().toISOString();
  const until = new Date(context.now().getTime() + hours * HOUR_MS).toISOString();
  const targets = found.map((target) => ({ ...target, lastGood: null }));
  const next = asCandidate(nextRegistry(registry, targets, { by: info.by, why: info.why, at }), until);
  const sound = await checkSet(context, { running: registry, registry: next, begin: found.map(({ manifest }) => manifest) }, info);
  requireCurrentKey(context.ops, next);
  const signed = signRegistry(next, context.ops);
  const id = Buffer.from(integrityOf(signed.document).slice(7), 'base64').toString('hex').slice(0, 16);
  await context.store.stage(id, JSON.stringify(signed));
  // No guard runs a candidate, so a fix can be tried out before it is activated.
  const spent = await budgetProblems(context, registry, requests, info);
  return { id, until, token: signCandidate(id, context.ops), warnings: [...gateWarnings(sound), ...spent] };
}

/** The address of the portal that a link begins with. */
export const portalUrl = (): string =>
  readValue('PORTAL_URL', process.env) ?? readHostRecord(storeFolder())?.url ?? 'http://localhost:8080';

export const stageCommand = command({
  name: 'stage',
  summary: 'Makes a candidate and prints the link that shows it in one browser.',
  arguments: '<module@version...>',
  options: { hours: { value: 'n', about: 'its end, from now (72)' }, ...whyOption, ...forceOption },
  needsApi: true,
  needsOpsToken: true,
  async run(context, names, options) {
    const staged = await stage(context, parseVersions(names), changeInfo(options, 'staged'), Number(options.hours ?? 72));
    const link = `${portalUrl()}/?revision=${staged.token}`;
    const lines = [`candidate ${staged.id}, until ${staged.until}`, link];
    return { text: withWarnings(lines, staged.warnings), data: { ...staged, link } };
  },
});
