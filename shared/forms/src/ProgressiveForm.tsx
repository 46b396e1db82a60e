import { FORM_FIELD, formId } from '@portal/mf-kit/pageInput';
import { Banner } from '@portal/ui/Banner';
import { Form, type FormProps } from './Form';
import { PostsItself } from './PostsItself';
import type { RulesForm } from './useRulesForm';

export interface PostFormProps extends Omit<FormProps, 'form' | 'id' | 'action' | 'method' | 'encType' | 'hidden'> {
  form: FormProps['form'] & Pick<RulesForm<object>, 'post'>;
  /** What is sent beside the fields: `{ pageId: 'CONTACT US' }`. `onSubmit` of the form adds the same. */
  hidden?: Readonly<Record<string, string>>;
  /** One of its fields is an `<input type="file">`. */
  files?: boolean;
}

/**
 * A `Form` that also works before and without JavaScript. Three things make one:
 * 1. the route in `module.ts`: `forms: { [sendEnquiry.id]: sendEnquiry.path }`;
 * 2. the form: `useRulesForm(enquiryRules, { post: sendEnquiry.id, defaults, unsaved, onSubmit })`, with every field in `defaults`;
 * 3. `<PostForm form={form} hidden={{ pageId }}>` with fields by `bind` (or a RadioGroup by `bindValue`) and a `SubmitButton`.
 *
 * Without JavaScript the browser posts it to the page's own address. The host hands it to the API, which judges by the same schema, and
 * the page comes back: with the API's words above the fields when it was accepted, else with the same errors as ever and what was typed
 * (but for files and passwords). With JavaScript nothing is different: `onSubmit` sends it, and says in its own way that it succeeded.
 */
export function ProgressiveForm({ form, hidden = {}, files = false, children, ...rest }: PostFormProps) {
  if (!form.post) throw new Error('A PostForm needs `post` in its useRulesForm');
  const { endpoint, said } = form.post;
  const id = formId(endpoint);
  return (
    <PostsItself value>
      {/* To its own address, and back to itself. */}
      <Form
        {...rest}
        form={form}
        id={id}
        action={`#${id}`}
        method="post"
        encType={files ? 'multipart/form-data' : 'application/x-www-form-urlencoded'}
      >
        {Object.entries({ [FORM_FIELD]: endpoint, ...hidden }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {said && <Banner kind="success">{said}</Banner>}
        {children}
      </Form>
    </PostsItself>
  );
}
