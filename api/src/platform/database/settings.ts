import { string } from 'yup';

const databaseUrl = (name: string) =>
  string().matches(/^postgres(ql)?:\/\//, `${name} must look like postgres://user:password@host:5432/database`);

export const databaseRules = {
  DATABASE_URL: databaseUrl('DATABASE_URL'),
  DATABASE_DIRECT_URL: databaseUrl('DATABASE_DIRECT_URL').when('DATABASE_URL', ([url], schema) =>
    url ? schema : schema.oneOf([undefined], 'DATABASE_DIRECT_URL needs DATABASE_URL beside it, which leads to the pooler'),
  ),
};
