import { object, string } from 'yup';
import { endpoint } from '../_kernel/endpoint';

export const pageTypes = ['privacy', 'terms', 'guardAgreement'] as const; // DATA-PUBLIC-01

/** `description` is HTML, sanitised by the server; sanitise it again before it is shown. */
export const staticPage = endpoint({
  id: 'pages.static',
  method: 'GET',
  path: '/static/pages/:type',
  auth: 'basic',
  input: object({
    type: string()
      .oneOf([...pageTypes], 'Unknown page')
      .required(),
  }),
  output: object({ type: string().required(), description: string().required() }),
});
