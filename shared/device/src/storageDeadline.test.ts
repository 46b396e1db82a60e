import { StorageTimeoutError, withStorageDeadline } from './storageDeadline';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('passes on the result and the failure of the device', async () => {
  await expect(withStorageDeadline(Promise.resolve('Gate 4'))).resolves.toBe('Gate 4');
  await expect(withStorageDeadline(Promise.reject(new Error('blocked')))).rejects.toThrow('blocked');
  expect(jest.getTimerCount()).toBe(0);
});

it.each([
  ['two seconds', undefined, 2000],
  ['as long as it is told', 500, 500],
])('waits %s for a device that does not answer', async (_what, given, ms) => {
  const failed = jest.fn();
  withStorageDeadline(new Promise(() => undefined), given).catch(failed);
  await jest.advanceTimersByTimeAsync(ms - 1);
  expect(failed).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(1);
  expect(failed).toHaveBeenCalledWith(new StorageTimeoutError(`This device does not answer within ${ms} ms`));
});
