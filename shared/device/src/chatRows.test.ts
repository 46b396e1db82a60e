import { emptyDevice, rowsOf } from '@portal/testing/deviceStorage';
import { dropChatRows, findChatRow, keepChatRow, openChatRows } from './chatRows';
import { dropKeys, findKey } from './keys';

afterEach(async () => {
  jest.restoreAllMocks();
  await emptyDevice();
});

const names = async () => (await rowsOf('portal-chats', 'rooms')).map(({ key }) => key);

it('gives back what was stored, sealed on the device, each row under its name', async () => {
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

it('removes the rows of another guard with the first row of the next', async () => {
  await openChatRows('ada');
  await keepChatRow('ada', 'rooms', []);
  await openChatRows('ben');
  await keepChatRow('ben', 'rooms', []);
  expect(await names()).toEqual(['ben rooms']);
});

it('finds nothing of another guard, and nothing once the key is gone', async () => {
  await openChatRows('ada');
  await keepChatRow('ada', 'rooms', []);
  expect(await findChatRow('ben', 'rooms')).toBeNull();
  await dropKeys('ada');
  expect(await findChatRow('ada', 'rooms')).toBeNull();
  await openChatRows('ada');
  expect(await findChatRow('ada', 'rooms')).toBeNull();
});

it('removes the rows of one guard alone', async () => {
  await openChatRows('ada');
  await keepChatRow('ada', 'rooms', []);
  await dropChatRows('ad');
  expect(await names()).toEqual(['ada rooms']);
  await dropChatRows('ada');
  expect(await names()).toEqual([]);
});

it('a reply that comes after the logout stores nothing and makes no key', async () => {
  await openChatRows('ada');
  await dropKeys('ada');
  await dropChatRows('ada');
  await keepChatRow('ada', 'rooms', []);
  expect(await names()).toEqual([]);
  expect(await findKey('drafts', 'ada')).toBeNull();
});

it('a reply that is stored during the logout leaves no row', async () => {
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
