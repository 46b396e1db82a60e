import { createPositionReader } from './geolocation';

function browserAt(coords: { latitude: number; longitude: number } | null) {
  const getCurrentPosition = (found: PositionCallback, refused: PositionErrorCallback) =>
    coords
      ? found({ coords: { ...coords, accuracy: 12 }, timestamp: 1_805_036_400_000 } as GeolocationPosition)
      : refused({} as GeolocationPositionError);
  Object.defineProperty(navigator, 'geolocation', { value: { getCurrentPosition }, configurable: true });
}

it('[SHELL-37, SHELL-38, SESSION-17, SESSION-18] reads the location on request and stores latitude and longitude on the device', async () => {
  browserAt({ latitude: 43.65, longitude: -79.38 });
  const { position } = createPositionReader();
  expect(await position()).toMatchObject({ latitude: 43.65, longitude: -79.38, accuracy: 12 });
  expect([window.localStorage.getItem('latitude'), window.localStorage.getItem('longitude')]).toEqual(['43.65', '-79.38']);
  expect(createPositionReader().lastPosition()).toMatchObject({ latitude: 43.65, longitude: -79.38 });
});

it('continues without it when the guard leaves the permission question open', async () => {
  jest.useFakeTimers();
  Object.defineProperty(navigator, 'geolocation', { value: { getCurrentPosition: () => undefined }, configurable: true });
  const read = createPositionReader().position();
  await jest.advanceTimersByTimeAsync(12_000);
  await expect(Promise.race([read, 'still open'])).resolves.toBeNull();
  jest.useRealTimers();
});

it('continues without it when the guard refuses', async () => {
  browserAt(null);
  const { position, lastPosition } = createPositionReader();
  expect(await position()).toBeNull();
  expect(lastPosition()).toBeNull();
});
