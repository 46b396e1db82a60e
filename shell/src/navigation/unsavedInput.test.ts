import { createUnsavedInput } from './unsavedInput';

it('names each unsaved input once', () => {
  const unsaved = createUnsavedInput();
  const [release, releaseOther] = [unsaved.register('your swap'), unsaved.register('your swap')];
  unsaved.register('your message');
  expect([unsaved.needsConfirmation(), unsaved.names()]).toEqual([true, 'your swap, your message']);
  release();
  releaseOther();
  expect(unsaved.names()).toBe('your message');
});

it('does not ask about input in flight, but still blocks a module update', () => {
  const unsaved = createUnsavedInput();
  const onClean = jest.fn();
  unsaved.onClean(onClean);
  let isInFlight = true;
  const release = unsaved.register('your swap', () => !isInFlight);
  expect([unsaved.needsConfirmation(), unsaved.isDirty(), unsaved.names()]).toEqual([false, true, '']);
  isInFlight = false;
  expect([unsaved.needsConfirmation(), unsaved.names()]).toEqual([true, 'your swap']);
  expect(onClean).not.toHaveBeenCalled();
  release();
  release();
  expect(onClean).toHaveBeenCalledTimes(1);
});

it('names no input while one of them forbids a dialog', () => {
  const unsaved = createUnsavedInput();
  unsaved.register('your note');
  expect(unsaved.promptableNames()).toBe('your note');
  const release = unsaved.register('your SOS', () => false);
  expect([unsaved.names(), unsaved.promptableNames()]).toEqual(['your note', '']);
  release();
  expect(unsaved.promptableNames()).toBe('your note');
});
