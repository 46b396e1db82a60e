import { number, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { string } from '../_kernel/text';
import { contentMessages, contentNames, contentProblem, isSmall } from './pages.content';

/**
 * Replaces a text or a list of the public pages. It is public when the reply arrives. The server removes forbidden HTML. 400 names the row
 * with an error, and the previous list stays. `count`: characters of a text, rows of a list.
 */
export const setContent = endpoint({
  id: 'pages.setContent',
  method: 'POST',
  path: '/content',
  auth: 'staff',
  roles: ['ops'],
  command: {
    name: 'set-content',
    arguments: ['what'],
    summary: `replaces a text (HTML) or a list (JSON): ${contentNames.join(', ')}`,
    textFile: { key: 'text', problem: contentProblem },
  },
  input: object({
    what: string()
      .oneOf([...contentNames], `One of ${contentNames.join(', ')}`)
      .required('Name what to set'),
    text: string().typeError(contentMessages.missing).required(contentMessages.missing).test('size', contentMessages.tooLarge, isSmall),
  }),
  output: object({ what: string().required(), count: number().required() }),
});
