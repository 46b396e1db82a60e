import { toWire } from '@portal/contracts/_kernel/wire';
import { updateGuard } from '@portal/contracts/guards/guards.registration.endpoints';
import { sql } from 'kysely';
import { fileOf } from '../../../test/pictures';
import { registrationCalls, registrationOf } from '../../../test/registrations';
import { type TestGuard, testApi } from '../../../test/test-api';
import { db } from '../database/db';

const api = testApi();
let guard: TestGuard;
let kit: ReturnType<typeof registrationCalls>;
beforeAll(async () => {
  kit = registrationCalls(api);
});
beforeEach(async () => {
  guard = await api.guard({ step: 'registration' });
});

const form = async () => toWire(updateGuard, await registrationOf(guard.id)).body as FormData;
const url = () => `/v1/guard/auth/update-guard/${guard.id}`;
/** As a stream, without a content length. */
function whole(parts: FormData) {
  const { body, headers } = new Response(parts);
  return { body, headers: { authorization: `Bearer ${guard.token}`, 'content-type': headers.get('content-type') ?? '' } };
}

it('rejects a far too large upload without a content length, and creates no files beyond the limit', async () => {
  const parts = await form();
  for (let row = 0; row < 10; row += 1) parts.set(`identityFile${row}`, fileOf(Buffer.alloc(7 * 1_048_576)));
  const { body, headers } = whole(parts);
  const made = jest.fn();
  const Real = globalThis.File;
  globalThis.File = class extends Real {
    constructor(...given: ConstructorParameters<typeof File>) {
      super(...given);
      made();
    }
  };
  const sent = { method: 'PATCH', body, headers, duplex: 'half' } as RequestInit;
  const reply = await api.request(url(), sent).finally(() => {
    globalThis.File = Real;
  });
  expect(reply.status).toBe(413);
  // The portrait and six of the ten: the seventh begins below the limit and ends above it.
  expect(made).toHaveBeenCalledTimes(7);
  expect((await kit.save(guard)).code).toBe(200);
});

it('limits the rate of uploads until the period ends', async () => {
  expect((await kit.save(guard)).code).toBe(200);
  await sql`update rate_limits set count = 240 where bucket = 'uploads'`.execute(db());
  const { body, headers } = whole(await form());
  const refused = await api.request(url(), { method: 'PATCH', body, headers, duplex: 'half' } as RequestInit);
  expect(refused).toMatchObject({ status: 429, body: { userMessage: 'Too many attempts. Please wait 10 minutes and try again.' } });
  expect(refused.headers.get('retry-after')).toBe('600');
  api.clock.advance({ minutes: 10 });
  expect((await kit.save(guard)).code).toBe(200);
});
