/** @jest-environment node */
import { timeoutMs } from './transport';

const sized = (size: number) => Object.defineProperty(new Blob(['x']), 'size', { value: size });

it.each([
  ['a call', { body: 'json' as const }, {}, 20_000],
  ['a small picture', { body: 'multipart' as const }, { image: sized(200_000) }, 130_000],
  ['many pictures', { body: 'multipart' as const }, { images: [sized(2_000_000), sized(2_000_000)] }, 320_000],
  ['more than anybody waits for', { body: 'multipart' as const }, { images: [sized(80_000_000)] }, 600_000],
])('waits longer for the reply to an upload: %s', (_what, endpoint, input, ms) => {
  expect(timeoutMs(endpoint, input)).toBe(ms);
});
