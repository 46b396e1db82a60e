import type { Schema, SchemaDescription, SchemaFieldDescription, SchemaInnerTypeDescription, SchemaObjectDescription } from 'yup';

export interface JsonSchema {
  type?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  enum?: unknown[];
  nullable?: boolean;
  pattern?: string;
  format?: string;
  description?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  default?: unknown;
  example?: unknown;
  additionalProperties?: JsonSchema;
}

const types: Record<string, string> = {
  string: 'string',
  number: 'number',
  boolean: 'boolean',
  date: 'string',
  array: 'array',
  object: 'object',
};

function limitOf({ name, params }: SchemaDescription['tests'][number], isText: boolean): JsonSchema {
  if (name === 'min' && typeof params?.min === 'number') return { [isText ? 'minLength' : 'minimum']: params.min };
  if (name === 'max' && typeof params?.max === 'number') return { [isText ? 'maxLength' : 'maximum']: params.max };
  if (name === 'matches' && params?.regex instanceof RegExp) return { pattern: params.regex.source };
  return name === 'integer' ? { type: 'integer' } : {};
}

const limits = ({ type, tests }: SchemaDescription): JsonSchema =>
  Object.assign({}, ...tests.map((test) => limitOf(test, type === 'string')));

function convert(field: SchemaFieldDescription): JsonSchema {
  const description = field as SchemaDescription;
  if ((description.meta as { upload?: string } | undefined)?.upload) return { type: 'string', format: 'binary' };
  if (!(description.type in types)) return {};
  const allowed = description.oneOf?.filter((value) => value !== undefined && value !== null) ?? [];
  return {
    type: types[description.type] as string,
    ...limits(description),
    ...(description.nullable && { nullable: true }),
    ...(allowed.length > 0 && { enum: allowed }),
    ...(description.default !== undefined && description.type !== 'object' && { default: description.default }),
    ...inner(description),
  };
}

function inner(description: SchemaDescription): JsonSchema {
  if (description.type === 'object') {
    const { fields } = description as SchemaObjectDescription;
    const entries = Object.entries(fields);
    const required = entries.filter(([, field]) => !(field as SchemaDescription).optional).map(([name]) => name);
    return {
      properties: Object.fromEntries(entries.map(([name, field]) => [name, convert(field)])),
      ...(required.length > 0 && { required }),
    };
  }
  if (description.type === 'array') {
    const { innerType } = description as SchemaInnerTypeDescription;
    return { items: innerType && !Array.isArray(innerType) ? convert(innerType) : {} };
  }
  return {};
}

/** Converts the description of a yup schema to a JSON schema: types, required keys, choices, lengths and patterns. */
export const toJsonSchema = (schema: Schema): JsonSchema => convert(schema.describe());
