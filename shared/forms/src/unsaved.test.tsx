import { leaveRules } from '@portal/contracts/leave/leave.rules';
import { renderScreen as render } from '@portal/testing/renderScreen';
import { TextArea } from '@portal/ui/TextArea';
import { act, fireEvent, screen } from '@testing-library/react';
import { Form } from './Form';
import type { SubmitResult } from './submitResult';
import { useRulesForm } from './useRulesForm';

function LeaveForm({ onSubmit }: { onSubmit: (values: unknown) => Promise<SubmitResult> }) {
  const form = useRulesForm(leaveRules, { defaults: { leaveTitle: '1', leaveDescription: '' }, unsaved: 'your leave request', onSubmit });
  return (
    <Form form={form} aria-label="Leave">
      <TextArea label="Description" {...form.bind('leaveDescription')} />
    </Form>
  );
}

const description = () => screen.getByRole('textbox', { name: 'Description' });
const type = (text: string) => act(async () => void fireEvent.change(description(), { target: { value: text } }));
const submit = () => act(async () => void fireEvent.submit(screen.getByRole('form')));
const sent = async (): Promise<SubmitResult> => ({ ok: true });
const refused = async (): Promise<SubmitResult> => ({ ok: false });

it('registers unsaved input while the form differs from its defaults', async () => {
  const { portal } = render(<LeaveForm onSubmit={sent} />);
  await type('Ill');
  expect([...portal.unsaved]).toEqual(['your leave request']);
  await type('');
  expect([...portal.unsaved]).toEqual([]);
});

it('releases unsaved input when the form is unmounted', async () => {
  const { portal, unmount } = render(<LeaveForm onSubmit={sent} />);
  await type('Ill');
  unmount();
  expect([...portal.unsaved]).toEqual([]);
});

it('is saved after a submit, and unsaved after the next change', async () => {
  const { portal } = render(<LeaveForm onSubmit={sent} />);
  await type('Ill');
  await submit();
  expect([...portal.unsaved]).toEqual([]);
  expect(description()).toHaveValue('Ill');
  await type('Ill since Monday');
  expect([...portal.unsaved]).toEqual(['your leave request']);
  await type('Ill');
  expect([...portal.unsaved]).toEqual([]);
});

it('does not ask when a form navigates after its own submit', async () => {
  const page = render(
    <LeaveForm
      onSubmit={async () => {
        page.portal.navigate('/elsewhere');
        return { ok: true };
      }}
    />,
  );
  await type('Ill');
  await submit();
  expect(page.portal.navigations).toHaveLength(1);
  expect(page.portal.questions).toEqual([]);
});

it('asks again after the submit was refused', async () => {
  const { portal } = render(<LeaveForm onSubmit={refused} />);
  await type('Ill');
  await submit();
  expect([...portal.unsaved]).toEqual(['your leave request']);
  act(() => portal.navigate('/elsewhere'));
  expect(portal.questions).toEqual([expect.objectContaining({ body: 'your leave request' })]);
});

it('counts text typed during the submit as unsaved', async () => {
  let answer: (result: SubmitResult) => void = () => undefined;
  const promise = new Promise<SubmitResult>((resolve) => {
    answer = resolve;
  });
  const { portal } = render(<LeaveForm onSubmit={() => promise} />);
  await type('Ill');
  await submit();
  expect([...portal.unsaved]).toEqual(['your leave request']);
  await type('And my daughter, too');
  await act(async () => answer({ ok: true }));
  expect([...portal.unsaved]).toEqual(['your leave request']);
  expect(description()).toHaveValue('And my daughter, too');
  act(() => portal.navigate('/elsewhere'));
  expect(portal.questions).toEqual([expect.objectContaining({ body: 'your leave request' })]);
});
