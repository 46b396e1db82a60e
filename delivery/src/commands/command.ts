import { userInfo } from 'node:os';
import { type Environment, readValues } from '@portal/settings/read';
import { UserError } from '../errors';
import { readTokens, requireToken } from '../gate/attestation';
import { fetchServedApi, type ServedApiState } from '../gate/gate';
import { storeFolder } from '../paths';
import { readHostRecord } from '../registry/host-record';
import type { SigningToken } from '../registry/signing-token';
import {
  type ChangeInfo,
  type ChangeResult,
  type CommandContext,
  readRegistry,
  readStored,
  type VersionRef,
} from '../registry/update-registry';
import { outcomeText } from './format';

/** An option of a command. */
export interface OptionDeclaration {
  /** The name of its value in the help; an option without one is a flag. */
  value?: string;
  about: string;
  /** Options that cannot be given with it. */
  conflicts?: readonly string[];
}
type OptionDeclarations = Readonly<Record<string, OptionDeclaration>>;

/** `--by` belongs to every command. */
type Options<Declared extends OptionDeclarations> = { by?: string | undefined } & {
  [Name in keyof Declared]?: (Declared[Name] extends { value: string } ? string : true) | undefined;
};
export type GivenOptions = Readonly<Record<string, string | true | undefined>>;

/** The result of a command: the text for a person, and the data for `--json`. */
export interface CommandOutput {
  text: string;
  data: unknown;
  exitCode?: number;
}

interface Shown<Declared extends OptionDeclarations> {
  name: string;
  /** Its effect in one sentence. */
  summary: string;
  /** In the notation of the help: `<module> [version]`, `<module...>`. */
  arguments?: string;
  options?: Declared;
  /** The command needs the contracts of the API. */
  needsApi?: true;
  /** The command changes the active set; a store with tokens requires an ops token. */
  needsOpsToken?: true;
  /** The command works on a store with a rejected newest revision. */
  isRecovery?: true;
  /** The command does not write to the store. */
  readOnly?: true;
}

interface Declaration<Declared extends OptionDeclarations, Given> extends Shown<Declared> {
  run(context: CommandContext, names: string[], options: Given, token: SigningToken | null): Promise<CommandOutput>;
}
export type StoreCommand = Declaration<OptionDeclarations, GivenOptions>;

/** A command that runs without a store and a key, because it reports which of them is missing. */
interface Diagnosis extends Shown<OptionDeclarations> {
  diagnose(env: Environment): Promise<CommandOutput>;
}
export type Command = StoreCommand | Diagnosis;

export const diagnosis = (declaration: Diagnosis): Diagnosis => declaration;

/** Declares a command; `run` gets the options that are declared. */
export const command = <const Declared extends OptionDeclarations = Record<never, never>>(
  declaration: Declaration<Declared, Options<Declared>>,
): StoreCommand => declaration as unknown as StoreCommand;

export const whyOption = { why: { value: 'text', about: 'the reason, for the history' } } as const;
export const reasonOption = { reason: { value: 'text', about: 'the reason, for the history; required' } } as const;
export const fixOption = {
  fix: { value: 'text', about: 'what the named versions fix: they may start while an error budget is empty' },
} as const;
export const forceOption = { force: { about: 'overrules the gate, which the history records' } } as const;

/** The contracts of the API that `API_URL` or the record of the portal host names. */
export const readServedApi = (): Promise<ServedApiState> =>
  fetchServedApi(readValues('portal', process.env).API_URL ?? readHostRecord(storeFolder())?.apiUrl);

/** Who acts: the owner of the token if the store has tokens, otherwise `--by`. Throws if the token is not valid for the command. */
export async function resolveActor(
  context: CommandContext,
  token: SigningToken | null,
  wanted: readonly string[],
  by: string | undefined,
  isRecovery = false,
): Promise<string> {
  const { registry } = await (isRecovery ? readStored(context) : readRegistry(context));
  const tokens = await readTokens(context.store, registry);
  if (!tokens) {
    if (token)
      throw new UserError('PORTAL_TOKEN is set, and this store has no tokens: leave it out, or name the right store with PORTAL_DATA');
    return by ?? userInfo().username;
  }
  if (by !== undefined) throw new UserError('--by is not allowed with a token: the token names who acts');
  const [holder] = wanted.map((one) => requireToken(tokens, token, one, context.now()));
  return holder?.name ?? userInfo().username;
}

interface ChangeOptions {
  by?: string | undefined;
  why?: string | undefined;
  fix?: string | undefined;
  force?: true | undefined;
}
/** `why`: the reason if the person gave none. */
export function changeInfo({ by, why: given, fix, force }: ChangeOptions, why: string): ChangeInfo {
  if (fix?.trim() === '') throw new UserError('say what the version fixes: --fix "…"');
  return { by: by ?? userInfo().username, why: given ?? fix ?? why, fix, force: force ?? false };
}

export function requireReason({ reason }: { reason?: string | undefined }): string {
  if (!reason) throw new UserError('say why: --reason "…"');
  return reason;
}

export const formatOutcome = (outcome: ChangeResult | null): CommandOutput =>
  outcome
    ? { text: outcomeText(outcome), data: { revision: outcome.registry.revision, changes: outcome.changes, warnings: outcome.warnings } }
    : { text: 'active already, nothing changed', data: { revision: null, changes: [], warnings: [] } };

export const withWarnings = (lines: readonly string[], warnings: readonly string[]): string =>
  [...lines, ...warnings.map((warning) => `warning: ${warning}`)].join('\n');

/** `<module> <version>`, or `<module@version …>`. */
export function parseVersions(names: string[]): VersionRef[] {
  if (names.length === 2 && names[0] && names[1] && !names.some((name) => name.includes('@')))
    return [{ name: names[0], version: names[1] }];
  return names.map((asked) => {
    const [name, version] = asked.split('@');
    if (!name || !version) throw new UserError(`${asked}: say <module> <version> or <module@version …>`);
    return { name, version };
  });
}
