import { currentShift, shiftRecord } from '@portal/contracts/shifts/shifts.endpoints';
import { allowConsoleError } from '@portal/testing/console';
import { jobIds } from '@portal/testing/jobs';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { currentShiftReply, endedShift, mockReasons, openOnJob, runningShift } from '@portal/testing/shifts';
import { screen } from '@testing-library/react';
import { OnJobScreen } from './OnJobScreen';

type File = Record<string, (...given: never[]) => unknown>;
const mockFailing = { name: '' };
/** Wraps every export of a file: the one named by `mockFailing` throws. */
function mockFile(file: File): File {
  const mayThrow = ([name, real]: [string, File[string]]) => {
    const called: File[string] = (...given) => {
      if (name === mockFailing.name) throw new Error(`${name} throws`);
      return real(...given);
    };
    return [name, typeof real === 'function' ? called : real];
  };
  return Object.fromEntries(Object.entries(file).map(mayThrow));
}
jest.mock('../EndJobModal', () => mockFile(jest.requireActual('../EndJobModal')));
jest.mock('../RecordModal', () => mockFile(jest.requireActual('../RecordModal')));
jest.mock('../TakeBreakModal', () => mockFile(jest.requireActual('../TakeBreakModal')));
jest.mock('../ShiftStatePart', () => mockFile(jest.requireActual('../ShiftStatePart')));
jest.mock('../shifts.queries', () => mockFile(jest.requireActual('../shifts.queries')));
jest.mock('../sos/SosPanel', () => mockFile(jest.requireActual('../sos/SosPanel')));
jest.mock('../sos/SosTab', () => mockFile(jest.requireActual('../sos/SosTab')));
jest.mock('./ShiftHeader', () => mockFile(jest.requireActual('./ShiftHeader')));
jest.mock('./ShiftTotals', () => mockFile(jest.requireActual('./ShiftTotals')));
jest.mock('./NextStep', () => mockFile(jest.requireActual('./NextStep')));
jest.mock('./NotesPanel', () => mockFile(jest.requireActual('./NotesPanel')));
jest.mock('./panels', () => mockFile(jest.requireActual('./panels')));
jest.mock('./useClockDriftText', () => mockFile(jest.requireActual('./useClockDriftText')));

function fail(name: string) {
  mockFailing.name = name;
  allowConsoleError(new RegExp(`${name} throws`));
}
beforeEach(() => {
  mockFailing.name = '';
});

const sos = () => screen.queryByRole('button', { name: /^SOS/ });
const call = () => screen.getByRole('link', { name: 'Call 911' });
function hasBoth() {
  expect(sos()).toBeVisible();
  expect(call()).toHaveAttribute('href', 'tel:911');
}
const retry = () => screen.getByRole('button', { name: 'Retry' });

describe('failing parts of On Job', () => {
  it.each([
    ['E-Notes', 'NotesPanel'],
    ['End Job', 'EndPanel'],
    ['SOS', 'SosTab'],
    ['Take Break', 'BreakPanel'],
  ])('SOS and 911 remain when the tab %s throws', async (name, part) => {
    const { user } = await openOnJob(<OnJobScreen />, runningShift());
    await user.click(screen.getByRole('tab', { name: name === 'E-Notes' ? 'SOS' : 'E-Notes' }));
    fail(part);
    await user.click(screen.getByRole('tab', { name }));
    expect(screen.getByRole('tabpanel', { name })).toHaveTextContent('This tab could not be shown');
    hasBoth();
    mockFailing.name = '';
    await user.click(retry());
    expect(screen.queryByText('This tab could not be shown')).toBeNull();
  });

  it.each([
    ['Take Break', 'TakeBreakModal', runningShift()],
    ['End Job', 'EndJobModal', runningShift()],
    ['Shift record', 'RecordModal', endedShift()],
  ])('shows a message when the dialog %s throws, and its button opens it again', async (name, modal, shift) => {
    mockEndpoint(shiftRecord, endedShift());
    const { user, portal } = await openOnJob(<OnJobScreen />, shift);
    const tab = screen.queryByRole('tab', { name });
    if (tab) await user.click(tab);
    fail(modal);
    await user.click(screen.getByRole('button', { name }));
    expect(portal.toasts).toEqual([{ kind: 'error', text: 'We could not open this. Please try again.' }]);
    expect(screen.queryByRole('dialog')).toBeNull();
    hasBoth();
    mockFailing.name = '';
    await user.click(screen.getByRole('button', { name }));
    expect(screen.getByRole('dialog', { name })).toBeVisible();
  });

  it.each(['ShiftStatePart', 'ShiftHeader', 'NextStep', 'ShiftTotals'])('SOS and 911 remain when %s throws', async (part) => {
    mockReasons();
    mockEndpoint(currentShift, currentShiftReply(runningShift()));
    fail(part);
    renderScreen(<OnJobScreen />, { portal: { session: { rememberedJob: () => jobIds() } } });
    expect(await screen.findByText(/could not be shown$/)).toBeVisible();
    hasBoth();
  });

  it('the bar shows a failed part in one line, with a retry', async () => {
    mockReasons();
    mockEndpoint(currentShift, currentShiftReply(runningShift()));
    fail('ShiftStatePart');
    const { user } = renderScreen(<OnJobScreen />, { portal: { session: { rememberedJob: () => jobIds() } } });
    const line = await screen.findByText('The state could not be shown');
    expect(line.closest('header')?.querySelector('[role="alert"] svg')).toBeNull();
    expect(line).toHaveAttribute('role', 'status');
    mockFailing.name = '';
    await user.click(retry());
    expect(screen.queryByText('The state could not be shown')).toBeNull();
  });

  it.each(['useOnJob', 'useBreakReasons', 'useEndReasons', 'useOwnNotes', 'useClockDriftText'])(
    'SOS and 911 remain when %s throws',
    async (hook) => {
      mockReasons();
      mockEndpoint(currentShift, currentShiftReply(runningShift()));
      fail(hook);
      const { user } = renderScreen(<OnJobScreen />, { portal: { session: { rememberedJob: () => jobIds() } } });
      expect(await screen.findByText('Your shift could not be shown')).toBeVisible();
      hasBoth();
      mockFailing.name = '';
      await user.click(retry());
      expect(await screen.findByRole('heading', { name: 'Night watch at the depot' })).toBeVisible();
    },
  );
});

it('explains the missing SOS and keeps 911 when the screen throws on a device without a remembered shift', async () => {
  fail('useOnJob');
  renderScreen(<OnJobScreen />);
  expect(await screen.findByText('Your shift could not be shown')).toBeVisible();
  expect(screen.getByText(/^An SOS to our team needs your shift, which could not be loaded/)).toBeVisible();
  expect(call()).toHaveAttribute('href', 'tel:911');
});

it('keeps 911 when the SOS itself throws', async () => {
  mockReasons();
  mockEndpoint(currentShift, currentShiftReply(runningShift()));
  fail('SosPanel');
  renderScreen(<OnJobScreen />);
  expect(await screen.findByText('The SOS could not be shown')).toBeVisible();
  expect(call()).toHaveAttribute('href', 'tel:911');
});
