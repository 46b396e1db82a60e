import { type InferType, object, ValidationError } from 'yup';
import { type Reader, type SettingName, settings } from './table';

/** The environment of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

type Settings = typeof settings;
type NameOf<By extends Reader> = { [Name in SettingName]: By extends Settings[Name]['readBy'][number] ? Name : never }[SettingName];
export type Values<By extends Reader> = { readonly [Name in NameOf<By>]: InferType<Settings[Name]['rule']> };

/** The names of the settings that a program reads. */
export const settingNames = (reader: Reader): SettingName[] =>
  (Object.keys(settings) as SettingName[]).filter((name) => (settings[name].readBy as readonly Reader[]).includes(reader));

/** An empty value equals a setting that is not set. */
export const withoutEmpty = (env: Environment): Record<string, string> =>
  Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value ? [[name, value]] : [])));

/** One setting as it was given. */
export const readValue = (name: SettingName, env: Environment): string | undefined => env[name] || undefined;

const rulesOf = (reader: Reader) => object(Object.fromEntries(settingNames(reader).map((name) => [name, settings[name].rule])));

/** One line for each setting with an invalid value. */
export function settingProblems(reader: Reader, env: Environment): string[] {
  try {
    rulesOf(reader).validateSync(withoutEmpty(env), { abortEarly: false });
    return [];
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return error.errors;
  }
}

/** The settings of a program. @throws an Error with one line for each problem. */
export function readValues<By extends Reader>(reader: By, env: Environment): Values<By> {
  const problems = settingProblems(reader, env);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return rulesOf(reader).cast(withoutEmpty(env), { stripUnknown: true }) as Values<By>;
}
