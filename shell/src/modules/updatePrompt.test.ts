import { createUpdatePrompt } from './updatePrompt';

function open(quarantined: Record<string, string>, answer = true) {
  const mounted = { version: '1.1.0' as string | null };
  const page = { unsavedNames: 'your message' };
  const confirm = jest.fn(async () => answer);
  const replace = jest.fn();
  const prompt = createUpdatePrompt({
    currentModule: () => ({ name: 'mf-jobs', ...mounted, quarantined }),
    unsavedNames: () => page.unsavedNames,
    confirm,
    replace,
  });
  return { prompt, confirm, replace, mounted, page };
}

it('prompts once to replace a quarantined version with unsaved input, and replaces it', async () => {
  const { prompt, confirm, replace } = open({ '1.1.0': 'blank list' });
  await prompt();
  await prompt();
  expect(confirm).toHaveBeenCalledTimes(1);
  expect(confirm).toHaveBeenCalledWith(
    expect.objectContaining({ body: 'We found a problem in it. You would have to enter your message again.' }),
  );
  expect(replace.mock.calls).toEqual([['mf-jobs']]);
});

it('does not replace the version when the guard declines', async () => {
  const { prompt, replace } = open({ '1.1.0': 'blank list' }, false);
  await prompt();
  expect(replace).not.toHaveBeenCalled();
});

it('does not prompt for an outdated version that is not quarantined', async () => {
  const { prompt, confirm } = open({ '1.0.0': 'slow' });
  await prompt();
  expect(confirm).not.toHaveBeenCalled();
});

it('does not replace a version that was mounted during the prompt', async () => {
  const { prompt, replace, mounted, confirm } = open({ '1.1.0': 'blank list' });
  confirm.mockImplementation(async () => {
    mounted.version = '1.2.0';
    return true;
  });
  await prompt();
  expect(replace).not.toHaveBeenCalled();
});

it('waits with the prompt during an SOS or a write in flight, and then prompts once', async () => {
  jest.useFakeTimers();
  const { prompt, confirm, replace, page } = open({ '1.1.0': 'blank list' });
  page.unsavedNames = '';
  await prompt();
  await prompt();
  await jest.advanceTimersByTimeAsync(20_000);
  expect([confirm.mock.calls.length, replace.mock.calls.length]).toEqual([0, 0]);
  page.unsavedNames = 'your note';
  await jest.advanceTimersByTimeAsync(20_000);
  expect(confirm.mock.calls).toEqual([
    [expect.objectContaining({ body: 'We found a problem in it. You would have to enter your note again.' })],
  ]);
  jest.useRealTimers();
});
