import { profile } from '@portal/contracts/guards/guards.endpoints';
import { fakePortal } from '@portal/testing/fakePortal';
import { guard } from '@portal/testing/guard';
import { mockId } from '@portal/testing/ids';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
import { act, render, screen } from '@testing-library/react';
import { PortalProvider } from './PortalContext';
import { useQuery } from './useQuery';

const ada = guard({ id: mockId(1), firstName: 'Ada' });
const eve = guard({ id: mockId(3), firstName: 'Eve' });
const noor = guard({ id: mockId(2), firstName: 'Noor' });

function Shown() {
  const { hasData, data } = useQuery(profile, { id: mockId(9) });
  return <p>{hasData ? data.guard.firstName : 'nothing yet'}</p>;
}
const visit = (who: ReturnType<typeof guard> | null) =>
  render(
    <PortalProvider portal={fakePortal(who)}>
      <Shown />
    </PortalProvider>,
  );

it('shows at once what was read when a screen is come back to, and nothing of it to another guard or to a visitor', async () => {
  mockEndpoint(profile, { guard: ada });
  const first = visit(ada);
  expect(await screen.findByText('Ada')).toBeVisible();
  first.unmount();
  const back = visit(ada);
  expect(screen.getByText('Ada')).toBeVisible();
  back.unmount();
  mockEndpoint(profile, { guard: noor });
  const other = visit(noor);
  expect(screen.getByText('nothing yet')).toBeVisible();
  expect(await screen.findByText('Noor')).toBeVisible();
  other.unmount();
  visit(null);
  expect(screen.getByText('nothing yet')).toBeVisible();
  expect(await screen.findByText('Noor')).toBeVisible();
});

it('asks nothing more for a guard who has logged out, while their screen still stands', async () => {
  const { calls } = mockEndpoint(profile, { guard: eve });
  let session: { guardId: string; guard: typeof eve } | null = { guardId: eve.id, guard: eve };
  const portal = fakePortal(eve, { session: { current: () => session } });
  const at = () => (
    <PortalProvider portal={portal}>
      <Shown />
    </PortalProvider>
  );
  const { rerender } = render(at());
  expect(await screen.findByText('Eve')).toBeVisible();
  const before = calls.length;
  session = null;
  await act(async () => rerender(at()));
  expect(calls).toHaveLength(before);
  expect(screen.getByText('Eve')).toBeVisible();
});
