import type { PageInput, PostResult } from '@portal/mf-kit/pageInput';
import { renderScreen } from '@portal/testing/renderScreen';
import { Checkbox } from '@portal/ui/Checkbox';
import { RadioGroup } from '@portal/ui/RadioGroup';
import { Select } from '@portal/ui/Select';
import { TextArea } from '@portal/ui/TextArea';
import { TextField } from '@portal/ui/TextField';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { boolean, object, string } from 'yup';
import { ProgressiveForm } from './ProgressiveForm';
import { SubmitButton } from './SubmitButton';
import type { SubmitResult } from './submitResult';
import { useRulesForm } from './useRulesForm';

const rules = object({
  name: string().required('Name is missing'),
  topic: string().required('Choose a topic'),
  way: string().required('Choose a way'),
  query: string().required('Write something'),
  agreed: boolean().oneOf([true], 'Please agree'),
});

const sent = jest.fn(async (_values: unknown): Promise<SubmitResult> => ({ ok: true }));
const both = [
  { value: 'a', label: 'A' },
  { value: 'b', label: 'B' },
];

function Ask() {
  const form = useRulesForm(rules, {
    post: 'enquiries.ask',
    defaults: { name: '', topic: '', way: '', query: '', agreed: false },
    unsaved: 'your question',
    onSubmit: sent,
  });
  return (
    <ProgressiveForm form={form} aria-label="Ask" hidden={{ pageId: 'ASK' }}>
      <TextField label="Name" {...form.bind('name')} />
      <Select label="Topic" placeholder="Choose" options={both} {...form.bind('topic')} />
      <RadioGroup label="Way" options={both} {...form.bindValue('way')} />
      <TextArea label="Question" {...form.bind('query')} />
      <Checkbox label="I agree" {...form.bind('agreed')} />
      <SubmitButton form={form}>Send</SubmitButton>
    </ProgressiveForm>
  );
}

const posted = (over: Partial<PostResult>): Partial<PageInput> => ({
  posted: { form: 'enquiries.ask', ok: false, message: 'Please check the marked fields.', errors: {}, values: {}, ...over },
});
function serve(page: Partial<PageInput> = {}) {
  const shown = renderScreen(<Ask />, { guard: null, page, served: true });
  if (!shown.plain) throw new Error('It was not served');
  return { ...shown, plain: shown.plain };
}
const form = () => screen.getByRole<HTMLFormElement>('form', { name: 'Ask' });
const sending = ({ plain }: ReturnType<typeof serve>) => Object.fromEntries(new FormData(plain.getByRole<HTMLFormElement>('form')));

const typed = { name: 'Ana', topic: 'b', way: 'a', query: 'Is <b>it</b> so?', agreed: 'true' };

it('posts to the address of the page with the id of the endpoint when there is no JavaScript', () => {
  const page = serve();
  const { plain } = page;
  const served = plain.getByRole<HTMLFormElement>('form', { name: 'Ask' });
  expect([served.method, served.getAttribute('action'), served.id, served.noValidate]).toEqual([
    ...['post', '#enquiries-ask', 'enquiries-ask', true],
  ]);
  expect(plain.getByRole('button', { name: 'Send' })).toBeEnabled();
  expect(sending(page)).toEqual({ _form: 'enquiries.ask', pageId: 'ASK', name: '', topic: '', query: '' });
});

it('shows the errors and the entered values after a refused post, before and after hydration', () => {
  const page = serve(posted({ errors: { query: 'Write more', name: 'Another name' }, values: typed }));
  expect(sending(page)).toEqual({ _form: 'enquiries.ask', pageId: 'ASK', ...typed });
  for (const seen of [page.plain, screen]) {
    const links = within(seen.getByRole('alert')).getAllByRole('link');
    expect(links.map(({ textContent }) => textContent)).toEqual(['Another name', 'Write more']);
    expect(seen.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription('Another name');
    expect(seen.getByRole('textbox', { name: 'Question' })).toHaveValue(typed.query);
    expect(seen.getByRole('checkbox', { name: 'I agree' })).toBeChecked();
  }
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus();
});

it('counts the values of a refused post as unsaved, and sends them once they are valid', async () => {
  const { portal } = serve(posted({ errors: { name: 'Another name' }, values: typed }));
  expect([...portal.unsaved]).toEqual(['your question']);
  const change = (value: string) => act(async () => void fireEvent.change(screen.getByLabelText('Name'), { target: { value } }));
  await change('');
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription('Name is missing');
  await change('Bea');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  await act(async () => void fireEvent.submit(form()));
  expect(sent).toHaveBeenCalledWith({ ...typed, name: 'Bea', agreed: true });
  expect([...portal.unsaved]).toEqual([]);
});

it('shows an error above the form when it names no field', () => {
  const { plain } = serve(posted({ message: 'Too many tries.', values: typed }));
  for (const page of [plain, screen]) expect(page.getByRole('alert')).toHaveTextContent('Too many tries.');
});

it('shows the success message until the next submit', async () => {
  const { plain, portal } = serve(posted({ ok: true, message: 'Thank you.' }));
  for (const page of [plain, screen]) expect(page.getByRole('status')).toHaveTextContent('Thank you.');
  expect([...portal.unsaved]).toEqual([]);
  await act(async () => void fireEvent.submit(form()));
  expect(screen.queryByText('Thank you.')).not.toBeInTheDocument();
});
