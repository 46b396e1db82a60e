/** @jest-environment node */
import { emptyDevice, rowsOf } from '@portal/testing/deviceStorage';
import { dropChatRows, findChatRow, keepChatRow, openChatRows } from './chatRows';
import { dropKeys, findKey } from './keys';

afterEach(async () => {
  jest.restoreAllMocks();
  await emptyDevice();
});

const names = async () => (await rowsOf('portal-chats', 'rooms')).map(({ key }) => key);

it('returns a stored row, sealed on the device, by its name', async () => {
  await openChatRows('ada');
  await keepChatRow('ada', 'rooms', [{ title: 'Lobby guard' }]);
  await keepChatRow('ada', 'messages', ['All quiet']);
  expect(await findChatRow('ada', 'rooms')).toEqual([{ title: 'Lobby guard' }]);
  expect(await findChatRow('ada', 'messages')).toEqual(['All quiet']);
  expect(await rowsOf('portal-chats', 'rooms')).toEqual(
    ['ada messages', 'ada rooms'].map((key) => ({
      key,
      value: { value: { nonce: expect.anything(), bytes: expect.anything() }, files: [] },
    })),
  );
});

it('removes the rows of another guard when the next guard stores a row', async () => {
  await openChatRows('ada');
  await keepChatRow('ada', 'rooms', []);
  await openChatRows('ben');
  await keepChatRow('ben', 'rooms', []);
  expect(await names()).toEqual(['ben rooms']);
});

it('finds no row of another guard, and no row after the key was destroyed', async () => {
  await openChatRows('ada');
  await keepChatRow('ada', 'rooms', []);
  expect(await findChatRow('ben', 'rooms')).toBeNull();
  await dropKeys('ada');
  expect(await findChatRow('ada', 'rooms')).toBeNull();
  await openChatRows('ada');
  expect(await findChatRow('ada', 'rooms')).toBeNull();
});

it('removes the rows of one guard only', async () => {
  await openChatRows('ada');
  await keepChatRow('ada', 'rooms', []);
  await dropChatRows('ad');
  expect(await names()).toEqual(['ada rooms']);
  await dropChatRows('ada');
  expect(await names()).toEqual([]);
});

it('stores no row and makes no key when a reply arrives after the logout', async () => {
  await openChatRows('ada');
  await dropKeys('ada');
  await dropChatRows('ada');
  await keepChatRow('ada', 'rooms', []);
  expect(await names()).toEqual([]);
  expect(await findKey('drafts', 'ada')).toBeNull();
});

it('leaves no row when a reply is stored during the logout', async () => {
  await openChatRows('ada');
  const encrypt = crypto.subtle.encrypt.bind(crypto.subtle);
  jest.spyOn(crypto.subtle, 'encrypt').mockImplementation(async (...given) => {
    await dropKeys('ada');
    await dropChatRows('ada');
    return encrypt(...given);
  });
  await keepChatRow('ada', 'rooms', []);
  expect(await names()).toEqual([]);
  expect(await findKey('drafts', 'ada')).toBeNull();
});

it('stores the later of two writes, also when the earlier one is sealed last', async () => {
  await openChatRows('ada');
  const encrypt = crypto.subtle.encrypt.bind(crypto.subtle);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  jest.spyOn(crypto.subtle, 'encrypt').mockImplementationOnce(async (...given) => {
    await held;
    return encrypt(...given);
  });
  const earlier = keepChatRow('ada', 'messages', ['All quiet']);
  await keepChatRow('ada', 'messages', ['All quiet', 'Door 4 is open']);
  release();
  await earlier;
  expect(await findChatRow('ada', 'messages')).toEqual(['All quiet', 'Door 4 is open']);
});
