import { renderHook } from '@testing-library/react';
import { useIdempotencyKey } from './useIdempotencyKey';

const photo = new File(['picture'], 'photo.jpg', { type: 'image/jpeg' });
const note = (over: object = {}) => ({ title: 'Gate', photo, files: [photo], place: { lat: 1, long: 2 }, audio: null, ...over });

it.each<[string, boolean, object]>([
  ['the same, made anew', true, {}],
  ['with a field that says nothing', true, { extra: undefined }],
  ['with another word', false, { title: 'Hall' }],
  ['with another file of the same content', false, { photo: new File(['picture'], 'photo.jpg', { type: 'image/jpeg' }) }],
  ['with a file more', false, { files: [photo, photo] }],
  ['with a file less', false, { files: [] }],
  ['at another place', false, { place: { lat: 1, long: 3 } }],
  ['without a place', false, { place: null }],
])('gives an input %s the same key: %s', (_what, is, over) => {
  const { result, rerender } = renderHook(() => useIdempotencyKey<object>());
  const first = result.current(note());
  rerender();
  const second = result.current(note(over));
  expect(second === first).toBe(is);
  expect(second).toMatch(/^[0-9a-f-]{36}$/);
  expect(result.current(note(over))).toBe(second);
});
