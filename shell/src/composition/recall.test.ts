import { createRecall } from './recall';

function open(quarantined: Record<string, string>, answer = true) {
  const running = { version: '1.1.0' as string | null };
  const confirm = jest.fn(async () => answer);
  const swap = jest.fn();
  const offer = createRecall({ here: () => ({ name: 'mf-jobs', ...running, quarantined }), unsent: () => 'your message', confirm, swap });
  return { offer, confirm, swap, running };
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
