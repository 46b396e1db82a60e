import { createUnsaved } from './unsaved';

it('asks by the words that name what is not sent, each once', () => {
  const unsaved = createUnsaved();
  const [swap, again] = [unsaved.dirty('your swap'), unsaved.dirty('your swap')];
  unsaved.dirty('your message');
  expect([unsaved.isAsking(), unsaved.names()]).toEqual([true, 'your swap, your message']);
  swap();
  again();
  expect(unsaved.names()).toBe('your message');
});

it('what is being sent is not asked about, and holds a new version all the same', () => {
  const unsaved = createUnsaved();
  const onClean = jest.fn();
  unsaved.onClean(onClean);
  let isOut = true;
  const release = unsaved.dirty('your swap', () => !isOut);
  expect([unsaved.isAsking(), unsaved.isDirty(), unsaved.names()]).toEqual([false, true, '']);
  isOut = false;
  expect([unsaved.isAsking(), unsaved.names()]).toEqual([true, 'your swap']);
  expect(onClean).not.toHaveBeenCalled();
  release();
  release();
  expect(onClean).toHaveBeenCalledTimes(1);
});

it('what may not be covered by a question silences it for everything', () => {
  const unsaved = createUnsaved();
  unsaved.dirty('your note');
  expect(unsaved.askable()).toBe('your note');
  const letGo = unsaved.dirty('your SOS', () => false);
  expect([unsaved.names(), unsaved.askable()]).toEqual(['your note', '']);
  letGo();
  expect(unsaved.askable()).toBe('your note');
});
