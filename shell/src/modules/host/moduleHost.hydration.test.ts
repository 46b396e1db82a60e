import { fakePortal } from '@portal/testing/fakePortal';
import { guard } from '@portal/testing/guard';
import * as registries from '@portal/testing/registry';
import { act, screen } from '@testing-library/react';
import { advance, createHostFixture, installFakes, type LifecycleFault, outletText } from './moduleHost.fixture';

const open = createHostFixture({ portal: fakePortal(guard()), ...registries });
installFakes();

it('hydrates the prerendered HTML of its version', async () => {
  const { moduleHost, outlet, remotes } = open();
  outlet.innerHTML = '<div data-prerendered="mf-jobs">served</div>';
  const prerendered = outlet.firstElementChild;
  moduleHost.activate();
  await advance();
  expect(remotes.get('1.1.0')?.props).toMatchObject({ hydrate: true, domElement: prerendered });
});

it('replaces the prerendered HTML of a failed version with the last good version', async () => {
  const { moduleHost, outlet } = open({ lastGood: true, faults: { '1.1.0': () => Promise.reject(new Error('broken')) } });
  outlet.innerHTML = '<div data-prerendered="mf-jobs">served</div>';
  moduleHost.activate();
  await advance();
  expect(outlet).toHaveTextContent(/^Jobs 1.0.0$/);
});

it('replaces the prerendered HTML of another version', async () => {
  const { moduleHost, outlet, remotes, activate } = open();
  outlet.innerHTML = '<div data-prerendered="mf-jobs">served</div>';
  activate('1.2.0');
  moduleHost.activate();
  await advance();
  expect(remotes.get('1.2.0')?.props).toMatchObject({ hydrate: false });
  expect(outlet).toHaveTextContent(/^Jobs 1.2.0$/);
});

it('moves entered values from the prerendered HTML of another version to its replacement', async () => {
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

/** Prerendered HTML with a button that was pressed before hydration. */
function renderPressedButton(outlet: HTMLElement) {
  outlet.innerHTML = '<div data-prerendered="mf-jobs"><button type="button" data-pressed>More</button></div>';
  const prerendered = outlet.firstElementChild as HTMLElement;
  const button = screen.getByRole('button', { name: 'More' });
  const onClick = jest.fn();
  // The test's remote sets innerHTML where a real one hydrates.
  Object.defineProperty(prerendered, 'innerHTML', { set: () => button.addEventListener('click', onClick) });
  return { prerendered, button, onClick };
}

it('clicks a button again that was pressed before hydration', async () => {
  const { moduleHost, outlet, remotes } = open();
  const { prerendered, button, onClick } = renderPressedButton(outlet);
  moduleHost.activate();
  await advance();
  expect(remotes.get('1.1.0')?.props?.domElement).toBe(prerendered);
  expect(onClick).toHaveBeenCalledTimes(1);
  expect(button).not.toHaveAttribute('data-pressed');
});

it('clicks no button when the guard leaves before hydration', async () => {
  const slow: LifecycleFault = (step) => (step === 'mount' ? new Promise((resolve) => setTimeout(resolve, 500)) : undefined);
  const { moduleHost, outlet } = open({ faults: { '1.1.0': slow } });
  const { prerendered, button, onClick } = renderPressedButton(outlet);
  moduleHost.activate();
  await advance();
  button.addEventListener('click', onClick);
  moduleHost.deactivate();
  await advance(1000);
  expect(prerendered).not.toBeInTheDocument();
  expect(onClick).not.toHaveBeenCalled();
});

describe('prerendered HTML of a version that cannot be loaded', () => {
  async function openFailed(isPublic: boolean) {
    const fault = { now: true };
    const { moduleHost, outlet, page, remotes } = open({
      faults: { '1.1.0': () => (fault.now ? Promise.reject(new Error('broken')) : undefined) },
    });
    page.isPublic = isPublic;
    outlet.innerHTML = '<div data-prerendered="mf-jobs"><h1>Served</h1></div>';
    const prerendered = outlet.firstElementChild;
    moduleHost.activate();
    await advance();
    fault.now = false;
    return { outlet, prerendered, remotes };
  }
  const retry = async () => {
    act(() => screen.getByRole('button', { name: 'Retry' }).click());
    await advance();
  };

  it('keeps a public page with a note above it when its code is missing, and hydrates it by Retry', async () => {
    const { outlet, prerendered, remotes } = await openFailed(true);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Served');
    expect(outlet.lastElementChild).toBe(prerendered);
    expect(screen.getByRole('status')).toHaveTextContent('You can read it');
    await retry();
    expect(remotes.get('1.1.0')?.props).toMatchObject({ hydrate: true, domElement: prerendered });
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
  });

  it('replaces a page with a session by the error card when its code is missing', async () => {
    await openFailed(false);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('not responding');
    await retry();
    expect(outletText()).toBe('Jobs 1.1.0');
  });
});
