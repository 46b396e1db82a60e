import { createPositionReader } from './position';

const at = Date.parse('2027-03-14T15:00:00.000Z');
const here = { latitude: 43.65, longitude: -79.38, accuracy: 12, at: '2027-03-14T15:00:00.000Z' };
type Found = (position: { coords: Partial<GeolocationCoordinates>; timestamp: number }) => void;

function browser(answer: (found: Found, refused: () => void) => void) {
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition: jest.fn(answer) } });
  return navigator.geolocation.getCurrentPosition as jest.Mock;
}
const allows = () => browser((found) => found({ coords: here, timestamp: at }));

afterEach(() => {
  window.localStorage.clear();
  Reflect.deleteProperty(navigator, 'geolocation');
});

it('[SHELL-37, SESSION-17, SESSION-18] reads the browser location and stores it as latitude and longitude', async () => {
  allows();
  expect(await createPositionReader().position()).toEqual(here);
  expect({ ...window.localStorage }).toEqual({ latitude: '43.65', longitude: '-79.38' });
});

it('[SHELL-38] hands what is stored to whoever sends it, also after a reload, without asking', async () => {
  const asked = allows();
  await createPositionReader().position();
  expect(createPositionReader().lastPosition()).toMatchObject({ latitude: 43.65, longitude: -79.38 });
  expect(asked).toHaveBeenCalledTimes(1);
});

it.each([
  ['a refusal', () => browser((_found, refused) => refused())],
  ['a browser without a location', () => undefined],
])('%s is no position, and nothing is stored', async (_what, given) => {
  given();
  const reader = createPositionReader();
  expect([await reader.position(), reader.lastPosition()]).toEqual([null, null]);
  expect(window.localStorage).toHaveLength(0);
});
