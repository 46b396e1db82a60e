import { fakePortal } from '@portal/testing/fakePortal';
import { guard } from '@portal/testing/guard';
import * as registries from '@portal/testing/registry';
import { act, screen } from '@testing-library/react';
import { advance, createHostFixture, type Fault, installFakes, outletText } from './moduleHost.fixture';

const open = createHostFixture({ portal: fakePortal(guard()), ...registries });
installFakes();

it('hydrates what the host served instead of replacing it', async () => {
  const { moduleHost, outlet, remotes } = open();
  outlet.innerHTML = '<div data-prerendered="mf-jobs">served</div>';
  const served = outlet.firstElementChild;
  moduleHost.activate();
  await advance();
  expect(remotes.get('1.1.0')?.props).toMatchObject({ hydrate: true, domElement: served });
});

it('a version that stands in for the one whose page was served takes its place', async () => {
  const { moduleHost, outlet } = open({ lastGood: true, faults: { '1.1.0': () => Promise.reject(new Error('broken')) } });
  outlet.innerHTML = '<div data-prerendered="mf-jobs">served</div>';
  moduleHost.activate();
  await advance();
  expect(outlet).toHaveTextContent(/^Jobs 1.0.0$/);
});

it('what another version rendered is replaced, not hydrated', async () => {
  const { moduleHost, outlet, remotes, activate } = open();
  outlet.innerHTML = '<div data-prerendered="mf-jobs">served</div>';
  activate('1.2.0');
  moduleHost.activate();
  await advance();
  expect(remotes.get('1.2.0')?.props).toMatchObject({ hydrate: false });
  expect(outlet).toHaveTextContent(/^Jobs 1.2.0$/);
});

it('moves entered values from the served page of another version to the page that replaces it', async () => {
  const html = '<input name="name" aria-label="Name">';
  const { moduleHost, outlet, activate } = open({ html });
  outlet.innerHTML = `<div data-prerendered="mf-jobs">${html}</div>`;
  const before = screen.getByLabelText<HTMLInputElement>('Name');
  before.value = 'Ana Roy';
  activate('1.2.0');
  moduleHost.activate();
  await advance();
  expect(before).not.toBeInTheDocument();
  expect(screen.getByLabelText('Name')).toHaveValue('Ana Roy');
});

/** A served page with a button that was pressed; what it hears once a remote has drawn it. */
function pressed(outlet: HTMLElement) {
  outlet.innerHTML = '<div data-prerendered="mf-jobs"><button type="button" data-pressed>More</button></div>';
  const served = outlet.firstElementChild as HTMLElement;
  const button = screen.getByRole('button', { name: 'More' });
  const heard = jest.fn();
  // The remote of this test draws anew what a real one hydrates.
  Object.defineProperty(served, 'innerHTML', { set: () => button.addEventListener('click', heard) });
  return { served, button, heard };
}

it('presses again what was pressed before there was code', async () => {
  const { moduleHost, outlet, remotes } = open();
  const { served, button, heard } = pressed(outlet);
  moduleHost.activate();
  await advance();
  expect(remotes.get('1.1.0')?.props?.domElement).toBe(served);
  expect(heard).toHaveBeenCalledTimes(1);
  expect(button).not.toHaveAttribute('data-pressed');
});

it('presses nothing on a page that was left before it was there', async () => {
  const slow: Fault = (step) => (step === 'mount' ? new Promise((resolve) => setTimeout(resolve, 500)) : undefined);
  const { moduleHost, outlet } = open({ faults: { '1.1.0': slow } });
  const { served, button, heard } = pressed(outlet);
  moduleHost.activate();
  await advance();
  button.addEventListener('click', heard);
  moduleHost.deactivate();
  await advance(1000);
  expect(served).not.toBeInTheDocument();
  expect(heard).not.toHaveBeenCalled();
});

describe('a page that was served, when its code cannot be loaded', () => {
  async function enter(isForAll: boolean) {
    const fault = { now: true };
    const { moduleHost, outlet, page, remotes } = open({
      faults: { '1.1.0': () => (fault.now ? Promise.reject(new Error('broken')) : undefined) },
    });
    page.isForAll = isForAll;
    outlet.innerHTML = '<div data-prerendered="mf-jobs"><h1>Served</h1></div>';
    const served = outlet.firstElementChild;
    moduleHost.activate();
    await advance();
    fault.now = false;
    return { outlet, served, remotes };
  }
  const retry = async () => {
    act(() => screen.getByRole('button', { name: 'Retry' }).click());
    await advance();
  };

  it('stays to be read where it is for everybody, with a note above it, and is hydrated by Retry', async () => {
    const { outlet, served, remotes } = await enter(true);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Served');
    expect(outlet.lastElementChild).toBe(served);
    expect(screen.getByRole('status')).toHaveTextContent('You can read it');
    await retry();
    expect(remotes.get('1.1.0')?.props).toMatchObject({ hydrate: true, domElement: served });
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
  });

  it('goes where it is not', async () => {
    await enter(false);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('not responding');
    await retry();
    expect(outletText()).toBe('Jobs 1.1.0');
  });
});
