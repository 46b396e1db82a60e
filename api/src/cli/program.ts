import { usesIdempotencyKey } from '@portal/contracts/_kernel/endpoint';
import { createKey } from '@portal/contracts/staff/staff.staff';
import { optionValue } from '@portal/settings/command-line';
import { Argument, Option, Command as Program } from 'commander';
import { type Command, commands } from './commands';

/** The words of an operator after the name of a command. */
export interface TypedCommand {
  /** The input of the call. */
  input: Record<string, unknown>;
  /** The idempotency key of the write that is repeated. */
  again?: string;
  /** A local file whose text is sent. */
  file?: string;
  /** The name of the saved file. */
  to?: string;
  database?: true;
}

const WIDTH = 100;
const EPILOGUE = `
npm run staff -- <command> --help shows the input of a command. A text that begins with -
comes last, after --.

Each write has an idempotency key. If no reply arrives, the command prints the key; the same
command with --again KEY never acts twice. STAFF_KEY is your own key, STAFF_URL the address of
the staff listener; a demonstration on this machine needs neither.`;

const addToList = (text: string, former: string[] = []): string[] => [...former, ...optionValue(text).split(',')];

function inputOption(name: string, type: string | undefined): Option {
  if (type === 'boolean') return new Option(`--${name} [value]`);
  const option = new Option(`--${name} <value>`);
  return type === 'array' ? option.argParser(addToList) : option.argParser(optionValue);
}

/** The options that are not part of the input of the call. */
function localOptions({ endpoint, textFile, savesFile }: Command): Option[] {
  return [
    ...(textFile ? [new Option('--file <path>', 'the file with the text').argParser(optionValue).makeOptionMandatory()] : []),
    ...(savesFile ? [new Option('--to <path>', 'the name of the saved file').argParser(optionValue)] : []),
    ...(endpoint.id === createKey.id ? [new Option('--database', 'directly in the database, for the first key')] : []),
    ...(usesIdempotencyKey(endpoint) ? [new Option('--again <key>', 'the key of a write that is repeated').argParser(optionValue)] : []),
  ];
}

function addCommand(program: Program, command: Command, act: (command: Command, typed: TypedCommand) => Promise<void>): void {
  const { endpoint, name, arguments: positional = [], textFile, summary } = command;
  const fields = (endpoint.input as { fields?: Record<string, { type?: string }> }).fields ?? {};
  const names = Object.keys(fields).filter((field) => field !== textFile?.key);
  const own = localOptions(command);
  const line = program.command(name).description(summary);
  for (const key of positional) line.addArgument(new Argument(`[${key}]`));
  for (const field of names) line.addOption(inputOption(field, fields[field]?.type).hideHelp(positional.includes(field)));
  for (const option of own) line.addOption(option);
  line.action(() => {
    const named = names.map((field) => [field, line.getOptionValue(field)]);
    const inOrder = positional.map((key, at) => [key, line.args[at]]);
    const given = [...named, ...inOrder].filter(([, value]) => value !== undefined);
    const local = own.map((option) => [option.attributeName(), line.getOptionValue(option.attributeName())]);
    return act(command, { ...Object.fromEntries(local), input: Object.fromEntries(given) });
  });
}

/** The command line of `npm run staff --`; each command has the input of its call. `act` runs the given command. */
export function createProgram(act: (command: Command, typed: TypedCommand) => Promise<void>, write: (text: string) => void): Program {
  const program = new Program('npm run staff --')
    .configureOutput({
      getOutHelpWidth: () => WIDTH,
      getErrHelpWidth: () => WIDTH,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
      writeOut: write,
      writeErr: write,
      // The caller prints errors.
      outputError: () => undefined,
    })
    .configureHelp({ subcommandTerm: (line) => line.name() })
    .addHelpText('after', EPILOGUE)
    .exitOverride();
  for (const command of commands) addCommand(program, command, act);
  return program;
}
