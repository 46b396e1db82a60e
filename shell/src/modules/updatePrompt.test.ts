import { createUpdatePrompt } from './updatePrompt';

function open(quarantined: Record<string, string>, answer = true) {
  const running = { version: '1.1.0' as string | null };
  const page = { unsent: 'your message' };
  const confirm = jest.fn(async () => answer);
  const swap = jest.fn();
  const offer = createUpdatePrompt({
    here: () => ({ name: 'mf-jobs', ...running, quarantined }),
    unsavedNames: () => page.unsent,
    confirm,
    replace: swap,
  });
  return { offer, confirm, swap, running, page };
}

it('asks once whether a version that was taken back may go with what was typed, and obeys', async () => {
  const { offer, confirm, swap } = open({ '1.1.0': 'blank list' });
  await offer();
  await offer();
  expect(confirm).toHaveBeenCalledTimes(1);
  expect(confirm).toHaveBeenCalledWith(
    expect.objectContaining({ body: 'We found a problem in it. You would have to enter your message again.' }),
  );
  expect(swap.mock.calls).toEqual([['mf-jobs']]);
});

it('leaves everything as it is when the guard says no', async () => {
  const { offer, swap } = open({ '1.1.0': 'blank list' }, false);
  await offer();
  expect(swap).not.toHaveBeenCalled();
});

it('asks nothing about a version that was only followed by another one', async () => {
  const { offer, confirm } = open({ '1.0.0': 'slow' });
  await offer();
  expect(confirm).not.toHaveBeenCalled();
});

it('takes nothing away that came meanwhile', async () => {
  const { offer, swap, running, confirm } = open({ '1.1.0': 'blank list' });
  confirm.mockImplementation(async () => {
    running.version = '1.2.0';
    return true;
  });
  await offer();
  expect(swap).not.toHaveBeenCalled();
});

it('asks nothing over an SOS or what is on its way, and once, by itself, when there is something to ask about', async () => {
  jest.useFakeTimers();
  const { offer, confirm, swap, page } = open({ '1.1.0': 'blank list' });
  page.unsent = '';
  await offer();
  await offer();
  await jest.advanceTimersByTimeAsync(20_000);
  expect([confirm.mock.calls.length, swap.mock.calls.length]).toEqual([0, 0]);
  page.unsent = 'your note';
  await jest.advanceTimersByTimeAsync(20_000);
  expect(confirm.mock.calls).toEqual([
    [expect.objectContaining({ body: 'We found a problem in it. You would have to enter your note again.' })],
  ]);
  jest.useRealTimers();
});
