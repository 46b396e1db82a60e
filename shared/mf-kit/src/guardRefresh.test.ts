/** @jest-environment node */
import { profile } from '@portal/contracts/guards/guards.endpoints';
import { guard } from '@portal/testing/guard';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { readUntilUnchanged } from './guardRefresh';
import type { PortalSession, Session } from './portal';
import { rereadGuard } from './rereadGuard';

const named = (firstName: string) => guard({ firstName });
const of = (one = named('Ada')): Session => ({ guardId: one.id, guard: one });

/** A session with a guard that the test changes, as a save or another tab does. `updates` are the names passed to `update`. */
function open() {
  const state = { current: of() as Session | null, updates: [] as string[] };
  const session = {
    current: () => state.current,
    update(next) {
      state.updates.push(`${next.firstName} ${next.middleName ?? ''}`.trim());
      state.current = of(next);
    },
  } as Partial<PortalSession> as PortalSession;
  return { state, session };
}

it('reads again when the guard changed during the request', async () => {
  const { state, session } = open();
  let asked = 0;
  const read = async () => {
    if (++asked === 1) state.current = of(named('Noor'));
    return asked;
  };
  expect(await readUntilUnchanged(session, read)).toBe(2);
});

it.each([
  ['did not change', () => of()],
  ['is gone', () => null],
])('accepts the reply when the guard %s', async (_what, later) => {
  const { state, session } = open();
  const same = state.current;
  const read = jest.fn(async () => {
    state.current = later() && same;
    return 'read';
  });
  expect([await readUntilUnchanged(session, read), read.mock.calls.length]).toEqual(['read', 1]);
});

describe('a guard who is read again after a save', () => {
  it('keeps the data of another reply when the request fails', async () => {
    const { state, session } = open();
    mockEndpoint(profile, () => {
      state.current = of(named('Noor'));
      return fails({ code: 503, message: 'Later' });
    });
    await rereadGuard(session, { middleName: 'Lee' });
    expect(state.updates).toEqual(['Noor Lee']);
  });

  it('never returns to a reply from before a change during the request', async () => {
    const { state, session } = open();
    const read = mockEndpoint(profile, () => {
      if (read.calls.length > 1) return { guard: named('Noor') };
      state.current = of(named('Noor'));
      return { guard: named('Ada') };
    });
    await rereadGuard(session, {});
    expect(state.updates).toEqual(['Noor']);
  });
});
