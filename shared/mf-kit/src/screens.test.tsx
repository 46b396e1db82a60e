import { allowConsoleError } from '@portal/testing/console';
import { fakePortal } from '@portal/testing/fakePortal';
import { guard } from '@portal/testing/guard';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { lifecycles } from './lifecycles';
import { PartBoundary } from './PartBoundary';
import { usePortal } from './PortalContext';
import type { RemoteProps, ScreenCard, ScreenProgress } from './remote';
import { Link } from './router';
import { defineRoutes, lazyScreen } from './routes';

const far = { code: async () => (): React.ReactNode => <h1>Far</h1> };
const flaw = { throws: true };
const reply = { comes: (): void => undefined };

function Near() {
  const [count, setCount] = useState(0);
  const portal = usePortal();
  const send = async () => {
    await new Promise<void>((resolve) => {
      reply.comes = resolve;
    });
    portal.title('Sent');
    portal.navigate('/flawed');
  };
  return (
    <>
      <h1>Near</h1>
      <button type="button" onClick={() => setCount(count + 1)}>
        Pressed {count}
      </button>
      <button type="button" onClick={send}>
        Send
      </button>
      <button type="button" onClick={() => portal.navigate('/near?tab=2')}>
        Another tab
      </button>
      <Link to="/far">Far</Link>
      <Link to="/flawed">Flawed</Link>
    </>
  );
}

/** A conditional text next to an element. The fence `text-has-an-element` refuses it in screens. */
function Loose() {
  const [isShown, show] = useState(true);
  return (
    <>
      <h1>Loose</h1>
      <p>
        <span>Here: </span>
        {isShown && 'on site'}
      </p>
      <button type="button" onClick={() => show(!isShown)}>
        Change
      </button>
    </>
  );
}

function Flawed() {
  if (flaw.throws) throw new Error('no list');
  return <h1>Mended</h1>;
}

const Parted = () => (
  <>
    <h1>Parted</h1>
    <a href="tel:911">Call 911</a>
    <PartBoundary pattern="/parted" failed="The list could not be shown">
      <Part />
    </PartBoundary>
  </>
);

const LooseParted = () => (
  <PartBoundary pattern="/loose-parted" failed="The list could not be shown">
    <Loose />
  </PartBoundary>
);

function Part() {
  if (flaw.throws) throw new Error('no list');
  return <p>Mended</p>;
}

const chunkError = (request: string) => Object.assign(new Error('Loading chunk far failed'), { name: 'ChunkLoadError', request });

const card: ScreenCard = (place, retry) => {
  const button = Object.assign(document.createElement('button'), { textContent: 'Retry', onclick: retry });
  place.append(button);
  return () => button.remove();
};

let props: RemoteProps | null = null;
let unmount: (() => Promise<unknown>) | null = null;

async function mount() {
  window.history.replaceState(null, '', '/near');
  const portal = fakePortal(guard());
  const failed: string[] = [];
  const moving: ScreenProgress[] = [];
  const remote = lifecycles(
    defineRoutes({
      '/near': Near,
      '/far': lazyScreen(() => far.code()),
      '/flawed': Flawed,
      '/loose': Loose,
      '/loose-parted': LooseParted,
      '/parted': Parted,
    }),
  );
  const given: RemoteProps = {
    name: `mf#${Math.random()}`,
    domElement: document.body.appendChild(document.createElement('div')),
    hydrate: false,
    portal,
    onCrash: ({ message }) => failed.push(`module: ${message}`),
    onScreenFailed({ pattern, error }) {
      failed.push(`${pattern}: ${error.message}`);
      return card;
    },
    onMoving: (how) => moving.push(how),
  };
  props = given;
  unmount = () => remote.unmount(given);
  await remote.bootstrap(given);
  let done: Promise<unknown> | null = null;
  await act(async () => {
    done = remote.mount(given);
  });
  await done;
  return { portal, failed, moving };
}

/** The reply of the portal host to the HEAD request after a failure. */
const host = (answer: () => Promise<{ ok: boolean; headers: Headers }>) => Object.assign(globalThis, { fetch: answer });
const silent = () => Promise.reject(new TypeError('Failed to fetch'));

beforeEach(() => {
  flaw.throws = true;
});

afterEach(async () => {
  let done: Promise<unknown> | null = null;
  await act(async () => {
    done = unmount?.() ?? null;
  });
  await done;
  props?.domElement.remove();
});

it('shows an error card when a screen throws; other routes work, and Retry renders it again', async () => {
  allowConsoleError(/no list/);
  const { portal, failed } = await mount();
  await userEvent.click(screen.getByRole('link', { name: 'Flawed' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(failed).toEqual(['/flawed: no list', '/flawed: no list']);
  act(() => portal.navigate('/near'));
  expect(await screen.findByRole('heading', { name: 'Near' })).toBeVisible();
  await userEvent.click(screen.getByRole('link', { name: 'Flawed' }));
  flaw.throws = false;
  await userEvent.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('heading', { name: 'Mended' })).toBeVisible();
});

it.each([
  ['screen', '/loose'],
  ['part', '/loose-parted'],
])('renders a %s again after a translator replaced its elements, and shows the card at the next failure', async (_, path) => {
  allowConsoleError(/NotFoundError/);
  const { portal, failed } = await mount();
  act(() => portal.navigate(path));
  const translate = () => {
    const text = screen.getByText('Here:').nextSibling as Text;
    const font = document.createElement('font');
    font.textContent = 'sur place';
    text.replaceWith(font);
  };
  await screen.findByRole('heading', { name: 'Loose' });
  translate();
  await userEvent.click(screen.getByRole('button', { name: 'Change' }));
  expect(await screen.findByRole('heading', { name: 'Loose' })).toBeVisible();
  expect(screen.queryByText('sur place')).toBeNull();
  expect(failed).toEqual([]);
  translate();
  await userEvent.click(screen.getByRole('button', { name: 'Change' }));
  expect(await screen.findByRole('button', { name: 'Retry' })).toBeVisible();
  expect(failed).toHaveLength(1);
});

it('keeps the rest of the screen when a part throws, and Retry renders the part again', async () => {
  allowConsoleError(/no list/);
  const { portal, failed } = await mount();
  act(() => portal.navigate('/parted'));
  expect(await screen.findByText('The list could not be shown')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Call 911' })).toBeVisible();
  expect(failed).toEqual(['/parted: no list']);
  flaw.throws = false;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(screen.getByText('Mended')).toBeVisible();
});

it('keeps the previous screen usable while the next one waits for a connection, reports it, and then shows it', async () => {
  host(silent);
  far.code = () => Promise.reject(chunkError('/far.js'));
  const { failed, moving } = await mount();
  await userEvent.click(screen.getByRole('link', { name: 'Far' }));
  await waitFor(() => expect(moving.at(-1)).toBe('waiting'));
  await userEvent.click(screen.getByRole('button', { name: 'Pressed 0' }));
  expect(screen.getByRole('button', { name: 'Pressed 1' })).toBeVisible();
  far.code = async () => () => <h1>Far</h1>;
  host(async () => ({ ok: true, headers: new Headers() }));
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByRole('heading', { name: 'Far' })).toBeVisible();
  expect([moving.at(-1), failed]).toEqual(['here', []]);
});

it('stays on the previous screen when the guard presses Back during the wait', async () => {
  host(silent);
  far.code = () => Promise.reject(chunkError('/far.js'));
  const { portal, moving } = await mount();
  await userEvent.click(screen.getByRole('link', { name: 'Far' }));
  await waitFor(() => expect(moving.at(-1)).toBe('waiting'));
  act(() => portal.navigate('/near'));
  await waitFor(() => expect(moving.at(-1)).toBe('here'));
  expect(screen.getByRole('heading', { name: 'Near' })).toBeVisible();
});

it('attributes a file that the portal host lacks to the version, with a retry', async () => {
  allowConsoleError(/Loading chunk far failed/);
  host(async () => ({ ok: false, headers: new Headers() }));
  far.code = () => Promise.reject(chunkError('/far.js'));
  const { failed } = await mount();
  await userEvent.click(screen.getByRole('link', { name: 'Far' }));
  const retry = await screen.findByRole('button', { name: 'Retry' });
  expect(failed).toEqual(['/far: Loading chunk far failed']);
  far.code = async () => () => <h1>Far</h1>;
  await userEvent.click(retry);
  expect(await screen.findByRole('heading', { name: 'Far' })).toBeVisible();
});

it('loads once more when the network changed during the download', async () => {
  host(async () => ({ ok: true, headers: new Headers() }));
  const code = jest.fn(async () => () => <h1>Far</h1>).mockRejectedValueOnce(chunkError('/far.js'));
  far.code = code;
  const { failed } = await mount();
  await userEvent.click(screen.getByRole('link', { name: 'Far' }));
  expect(await screen.findByRole('heading', { name: 'Far' })).toBeVisible();
  expect([code.mock.calls.length, failed]).toEqual([2, []]);
});

describe('a screen that sends', () => {
  const send = async () => {
    flaw.throws = false;
    const mounted = await mount();
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    return mounted;
  };

  it('navigates and sets its title after the reply', async () => {
    const { portal } = await send();
    await act(async () => reply.comes());
    expect(await screen.findByRole('heading', { name: 'Mended' })).toBeVisible();
    expect([window.location.pathname, portal.titles]).toEqual(['/flawed', ['Sent']]);
  });

  it('neither navigates nor sets its title after the guard left it', async () => {
    far.code = async () => () => <h1>Far</h1>;
    const { portal } = await send();
    await userEvent.click(screen.getByRole('link', { name: 'Far' }));
    expect(await screen.findByRole('heading', { name: 'Far' })).toBeVisible();
    await act(async () => reply.comes());
    expect([window.location.pathname, portal.titles]).toEqual(['/far', []]);
    expect(screen.getByRole('heading', { name: 'Far' })).toBeVisible();
  });

  it('does not navigate elsewhere while the next screen loads, but navigates within itself', async () => {
    let come = (_code: () => React.ReactNode): void => undefined;
    far.code = () =>
      new Promise((resolve) => {
        come = resolve;
      });
    const { portal, moving } = await send();
    await userEvent.click(screen.getByRole('link', { name: 'Far' }));
    await waitFor(() => expect(moving.at(-1)).toBe('coming'));
    await act(async () => reply.comes());
    expect([window.location.pathname, portal.titles]).toEqual(['/far', []]);
    await userEvent.click(screen.getByRole('button', { name: 'Another tab' }));
    expect(window.location.pathname + window.location.search).toBe('/near?tab=2');
    await act(async () => come(() => <h1>Far</h1>));
    expect(screen.getByRole('heading', { name: 'Near' })).toBeVisible();
  });
});

it('does not follow an address while a left module waits for its unmount', async () => {
  const { portal } = await mount();
  if (props) props.domElement.hidden = true;
  act(() => portal.navigate('/flawed'));
  await act(async () => undefined);
  expect(props?.domElement).toHaveTextContent('Near');
});
