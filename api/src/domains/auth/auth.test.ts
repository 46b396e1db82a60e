import { copy } from '@portal/contracts/_kernel/copy';
import { login, logout, session } from '@portal/contracts/auth/auth.endpoints';
import { authMessages } from '@portal/contracts/auth/auth.rules';
import { basicHeader, startApi, type TestApi, type TestGuard } from '../../testing/api';

let api: TestApi;
let guard: TestGuard;

beforeAll(async () => {
  api = await startApi();
  guard = await api.guard({ firstName: 'Ada' });
});
afterAll(() => api.stop());

const credentials = () => ({ email: guard.email, password: guard.password, deviceToken: 'web', deviceId: 'web', deviceType: 3 });

describe('login', () => {
  it('[API-AUTH-01, API-AUTH-02, API-AUTH-03] takes the stated fields and replies the guard and a token', async () => {
    const reply = await api.call(login, credentials());
    expect(reply).toMatchObject({ status: 200, code: 200, message: authMessages.loggedIn });
    expect(reply.data.guard).toMatchObject({ id: guard.id, email: guard.email, firstName: 'Ada' });
    expect(reply.data.tokens.refresh.token).toMatch(/^[\w-]{43}$/);
  });
});
