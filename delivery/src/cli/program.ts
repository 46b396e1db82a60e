import { optionValue } from '@portal/settings/command-line';
import { Option, Command as Program } from 'commander';
import { commands } from '../commands';
import type { Command, GivenOptions } from '../commands/command';

const WIDTH = 80;
const SETTINGS = `PORTAL_DATA names another store, PORTAL_TOKEN who acts, where the store has
tokens. Modules are compared with the guard API at API_URL; without it, with the
API of the portal host that runs on this store.`;

const flags = (name: string, value: string | undefined) => (value === undefined ? `--${name}` : `--${name} <${value}>`);

function optionOf(name: string, value: string | undefined, about: string): Option {
  const option = new Option(flags(name, value), about);
  return value === undefined ? option : option.argParser(optionValue);
}

/** The command line of `portal`; `act` runs the given command. */
export function createProgram(act: (command: Command, names: string[], options: GivenOptions) => Promise<void>): Program {
  const program = new Program('portal')
    .description('Publishes and activates the modules of the portal.')
    .option('--by <who>', 'another person than the one logged in', optionValue)
    .option('--json', 'prints data for programs')
    .configureOutput({
      getOutHelpWidth: () => WIDTH,
      getErrHelpWidth: () => WIDTH,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
      writeOut: (text) => void process.stdout.write(text),
      writeErr: (text) => void process.stderr.write(text),
      // The caller prints errors.
      outputError: () => undefined,
    })
    .configureHelp({ showGlobalOptions: true, subcommandTerm: (line) => line.name() })
    .addHelpText('after', `\n${SETTINGS}`)
    .helpCommand(false)
    .exitOverride();
  for (const command of commands) {
    const own = Object.entries(command.options ?? {}).map(([name, { value, about, conflicts = [] }]) => ({
      name,
      option: optionOf(name, value, about).conflicts([...conflicts]),
    }));
    const line = program.command(command.name).description(command.summary);
    if (command.arguments) line.arguments(command.arguments);
    for (const { option } of own) line.addOption(option);
    line.action(() => {
      const given = Object.fromEntries(own.map(({ name, option }) => [name, line.getOptionValue(option.attributeName())]));
      return act(command, line.args, { ...given, by: program.getOptionValue('by') });
    });
  }
  return program;
}
