import { Command, Option } from 'commander';
import { optionValue } from './command-line';

const parse = (...words: string[]) => {
  const program = new Command().exitOverride().configureOutput({ outputError: () => undefined });
  program.addOption(new Option('--reason <text>').argParser(optionValue)).option('--force');
  return program.parse(words, { from: 'user' }).opts();
};

it.each(['late shift', '-5 degrees', '--', '5'])('takes %j as the value of an option', (value) => {
  expect(parse('--reason', value, '--force')).toEqual({ reason: value, force: true });
});

it('refuses the next option as the value of an option', () => {
  expect(() => parse('--reason', '--force')).toThrow(/--reason <text>.*The value is missing/);
});
