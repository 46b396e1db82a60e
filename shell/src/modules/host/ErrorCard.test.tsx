import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ModuleCard } from './ErrorCard';

function open(kind: 'failed' | 'screen' | 'network', path: string, chrome = 'guard') {
  document.body.dataset.chrome = chrome;
  window.history.replaceState(null, '', path);
  const onRetry = jest.fn();
  render(<ModuleCard kind={kind} onRetry={onRetry} />);
  return { onRetry };
}
afterEach(() => {
  delete document.body.dataset.chrome;
});
const call = () => screen.queryByRole('link', { name: 'Call 911' });
const sos = () => screen.queryByRole('link', { name: 'SOS on the On Job page' });

describe.each(['failed', 'screen', 'network'] as const)('the card "%s"', (kind) => {
  it('links to 911 and to the SOS in the chrome of guards', () => {
    open(kind, jobsPaths.search());
    expect(call()).toHaveAttribute('href', 'tel:911');
    expect(sos()).toHaveAttribute('href', '/onJob');
  });

  it.each([jobsPaths.onJob(), jobsPaths.onJob({ shiftId: '5' })])('links to 911, not to the SOS, at %s', async (path) => {
    const { onRetry } = open(kind, path);
    expect(call()).toHaveAttribute('href', 'tel:911');
    expect(sos()).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(onRetry).toHaveBeenCalled();
  });

  it.each(['public', 'bare'])('has no emergency links in the chrome "%s"', (chrome) => {
    open(kind, '/', chrome);
    expect([call(), sos()]).toEqual([null, null]);
  });
});
