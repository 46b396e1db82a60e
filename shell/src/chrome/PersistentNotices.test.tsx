import type { PersistentNotice } from '@portal/contracts/_kernel/persistentNotices';
import { sosNoticeId } from '@portal/contracts/_kernel/sosNoticeId';
import { fakePortal } from '@portal/testing/fakePortal';
import { guard } from '@portal/testing/guard';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { PageLocation } from '../navigation/pageLocation';
import { signal } from '../platform/signal';
import type { ChromeContext } from './chromeContext';
import { PersistentNotices } from './PersistentNotices';

const notice: PersistentNotice = {
  id: 'one',
  tone: 'warning',
  text: 'Your security licence expires in 13 days, on 27/03/2027.',
  to: '/guard/documents',
  label: 'Open My Documents',
};

function open({ who = guard(), chrome = 'guard' }: { who?: ReturnType<typeof guard> | null; chrome?: PageLocation['chrome'] } = {}) {
  const shown = signal<readonly PersistentNotice[]>([notice]);
  const dismissed: string[] = [];
  const pageLocation = signal<PageLocation>({ chrome, module: null, pathname: '/search-job', hash: '' });
  const parts = { portal: fakePortal(who), pageLocation, persistentNotices: { shown, dismiss: (id: string) => void dismissed.push(id) } };
  render(<PersistentNotices parts={parts as unknown as ChromeContext} />);
  return { shown, dismissed, pageLocation };
}
const text = () => screen.queryByText(notice.text);

it('is on every page of a guard, with a link', () => {
  const { pageLocation } = open();
  expect(screen.getByRole('region', { name: 'Please note' })).toContainElement(text());
  expect(screen.getByRole('link', { name: 'Open My Documents' })).toHaveAttribute('href', '/guard/documents');
  act(() => pageLocation.set({ ...pageLocation.get(), pathname: '/eNotes' }));
  expect(text()).toBeVisible();
});

it('shows an active SOS on every page except On Job, which shows it itself', () => {
  const { pageLocation, shown } = open();
  const sos: PersistentNotice = { ...notice, id: sosNoticeId('17', 'sent'), text: 'Your SOS is on.', to: '/onJob' };
  act(() => shown.set([notice, sos]));
  expect(screen.getByText('Your SOS is on.')).toBeVisible();
  act(() => pageLocation.set({ ...pageLocation.get(), pathname: '/onJob' }));
  expect(screen.queryByText('Your SOS is on.')).toBeNull();
  expect(text()).toBeVisible();
  act(() => pageLocation.set({ ...pageLocation.get(), pathname: notice.to }));
  expect(text()).toBeVisible();
  act(() => pageLocation.set({ ...pageLocation.get(), pathname: '/onJob' }));
  act(() => shown.set([sos]));
  expect(screen.queryByRole('region')).toBeNull();
});

it('is hidden on public pages, in the onboarding and without a session', () => {
  const { pageLocation } = open();
  for (const chrome of ['public', 'bare'] as const) {
    act(() => pageLocation.set({ ...pageLocation.get(), chrome }));
    expect(text()).toBeNull();
  }
  open({ who: null });
  expect(text()).toBeNull();
});

it('closes by a press, and disappears when its cause ends', async () => {
  const { dismissed, shown } = open();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Close message' }));
  expect(dismissed).toEqual(['one']);
  act(() => shown.set([]));
  expect(screen.queryByRole('region')).toBeNull();
});
