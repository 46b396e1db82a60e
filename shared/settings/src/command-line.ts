import { InvalidArgumentError } from 'commander';

/**
 * The parser of an option with a value. If the value is missing, commander takes the next option for it; this refuses it.
 * @throws InvalidArgumentError, which commander reports with the name of the option.
 */
export function optionValue(value: string): string {
  if (/^--[a-z]/i.test(value)) throw new InvalidArgumentError('The value is missing.');
  return value;
}
