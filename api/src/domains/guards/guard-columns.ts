import { type Guard, guardShape } from '@portal/contracts/_kernel/guard';

type SnakeCase<Text extends string> = Text extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : '';
type List = 'identityDocuments' | 'workSpecialities' | 'employmentDetails';
type Field = Exclude<keyof Guard, List>;
type Column = { [Name in Field]: `${SnakeCase<Name>} as ${Name}` }[Field];

/** The column of a guard's field: its name in snake case. A field without a column does not compile. */
export const columnOf = <Name extends Field>(name: Name) =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as SnakeCase<Name>;

const lists: readonly string[] = ['identityDocuments', 'workSpecialities', 'employmentDetails'] satisfies List[];
const fields = Object.keys(guardShape.fields).filter((name): name is Field => !lists.includes(name));
/** Every single field of a guard, to be selected from its column. */
export const guardColumns = fields.map((name) => `${columnOf(name)} as ${name}` as Column);
