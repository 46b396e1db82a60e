import { createUnsavedInput } from './unsavedInput';

it('asks by the words that name what is not sent, each once', () => {
  const unsaved = createUnsavedInput();
  const [swap, again] = [unsaved.register('your swap'), unsaved.register('your swap')];
  unsaved.register('your message');
  expect([unsaved.needsConfirmation(), unsaved.names()]).toEqual([true, 'your swap, your message']);
  swap();
  again();
  expect(unsaved.names()).toBe('your message');
});

it('what is being sent is not asked about, and holds a new version all the same', () => {
  const unsaved = createUnsavedInput();
  const onClean = jest.fn();
  unsaved.onClean(onClean);
  let isOut = true;
  const release = unsaved.register('your swap', () => !isOut);
  expect([unsaved.needsConfirmation(), unsaved.isDirty(), unsaved.names()]).toEqual([false, true, '']);
  isOut = false;
  expect([unsaved.needsConfirmation(), unsaved.names()]).toEqual([true, 'your swap']);
  expect(onClean).not.toHaveBeenCalled();
  release();
  release();
  expect(onClean).toHaveBeenCalledTimes(1);
});

it('what may not be covered by a question silences it for everything', () => {
  const unsaved = createUnsavedInput();
  unsaved.register('your note');
  expect(unsaved.promptableNames()).toBe('your note');
  const letGo = unsaved.register('your SOS', () => false);
  expect([unsaved.names(), unsaved.promptableNames()]).toEqual(['your note', '']);
  letGo();
  expect(unsaved.promptableNames()).toBe('your note');
});
