import type { JsonSchema } from '@portal/contracts/_kernel/json-schema';

/** One field of a shape, and the object that contains it. */
export interface Field {
  within: JsonSchema;
  key: string;
  schema: JsonSchema;
  isRequired: boolean;
}

/** Every field of a shape in objects that are always present, so that a change of the field affects each call. */
export function fieldsOf(schema: JsonSchema): Field[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([key, field]) => {
    const isRequired = schema.required?.includes(key) === true;
    return [{ within: schema, key, schema: field, isRequired }, ...(isRequired ? fieldsOf(field) : [])];
  });
  return [...own, ...(schema.items ? fieldsOf(schema.items) : [])];
}

export function remove({ within, key }: Field): void {
  delete within.properties?.[key];
  within.required = within.required?.filter((one) => one !== key) ?? [];
}

export function add(within: JsonSchema, key: string, schema: JsonSchema, isRequired: boolean): void {
  within.properties = { ...within.properties, [key]: schema };
  if (isRequired) within.required = [...(within.required ?? []), key];
}

export const makeOptional = ({ within, key }: Field): void => {
  within.required = within.required?.filter((one) => one !== key) ?? [];
};
export const tighten = ({ within, key }: Field): void => {
  within.required = [...(within.required ?? []), key];
};

export function rename(field: Field, to: string): void {
  remove(field);
  add(field.within, to, field.schema, field.isRequired);
}

/** Changes the type. */
export const retype = ({ schema }: Field): void => {
  schema.type = schema.type === 'string' ? 'number' : 'string';
  delete schema.enum;
};
