import { allowConsoleError } from '@portal/testing/console';
import { type FakePortal, fakePortal } from '@portal/testing/fakePortal';
import { guard } from '@portal/testing/guard';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { lifecycles } from './lifecycles';
import { ModuleRoot } from './ModuleRoot';
import { NotAvailable } from './NotAvailable';
import type { Telemetry } from './portal';
import type { RemoteProps } from './remote';
import { Link, useNavigate, useNavigationType, useParams } from './router';
import { defineRoutes, lazyScreen } from './routes';
import { useTitle } from './useTitle';
import { useUnsavedInput } from './useUnsavedInput';

function List() {
  const navigate = useNavigate();
  return (
    <>
      <h1>Tickets, by {useNavigationType()}</h1>
      <Link to="/tickets/7">Seven</Link>
      <button type="button" onClick={() => navigate('/tickets/8', { replace: true, state: { from: 'list' } })}>
        Eight
      </button>
    </>
  );
}

function Ticket() {
  const [text, setText] = useState('');
  useTitle(`Ticket ${useParams().id}`);
  useUnsavedInput(text !== '', 'your message');
  return (
    <>
      <h1>Ticket {useParams().id}</h1>
      <input aria-label="Message" value={text} onChange={(event) => setText(event.target.value)} />
    </>
  );
}

/** A form that the portal host renders, with an uncontrolled field, a controlled field and a checkbox. */
function Served() {
  const [name, setName] = useState('');
  const [isAgreed, agree] = useState(false);
  return (
    <form id="served">
      <label>
        Text <textarea name="text" />
      </label>
      <label>
        Name <input name="name" value={name} onChange={(event) => setName(event.target.value)} />
      </label>
      <label>
        Agreed <input type="checkbox" name="agreed" checked={isAgreed} onChange={(event) => agree(event.target.checked)} />
      </label>
      <p>{isAgreed ? `${name} agrees` : 'Not agreed'}</p>
      <button type="button">Send</button>
    </form>
  );
}

function Crashing() {
  const [isBroken, breakIt] = useState(false);
  useEffect(() => breakIt(true), []);
  if (isBroken) throw new Error('no list');
  return null;
}

const screens = defineRoutes({
  '/tickets': List,
  '/tickets/:id': lazyScreen(async () => Ticket),
  '/crash': Crashing,
  '/served': Served,
  '/later': NotAvailable,
});
const remote = lifecycles(screens);

/** act() delays rendering until it ends, and a lifecycle ends only after it rendered. */
async function through(lifecycle: () => Promise<unknown>) {
  let done: Promise<unknown> | null = null;
  await act(async () => {
    done = lifecycle();
  });
  await done;
}

let serial = 0;
async function mount(path: string, portal: FakePortal = fakePortal(guard()), served: HTMLElement | null = null) {
  window.history.replaceState(null, '', path);
  const domElement = served ?? document.body.appendChild(document.createElement('div'));
  const crashes: string[] = [];
  const props: RemoteProps = {
    name: `mf#${++serial}`,
    domElement,
    hydrate: served !== null,
    portal,
    onCrash: ({ message }) => crashes.push(message),
  };
  await remote.bootstrap(props);
  await through(() => remote.mount(props));
  return { props, portal, crashes, domElement };
}

let mounted: RemoteProps | null = null;
afterEach(async () => {
  const props = mounted;
  mounted = null;
  if (props) await through(() => remote.unmount(props));
  document.body.innerHTML = '';
});

it('navigates through the portal and knows the cause of a navigation', async () => {
  const { props, portal } = await mount('/tickets');
  mounted = props;
  expect(screen.getByRole('heading')).toHaveTextContent('by POP');
  await userEvent.click(screen.getByRole('link', { name: 'Seven' }));
  expect(await screen.findByRole('heading', { name: 'Ticket 7' })).toBeVisible();
  act(() => portal.navigate('/tickets'));
  expect(await screen.findByRole('heading', { name: 'Tickets, by PUSH' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Eight' }));
  expect(portal.navigations.at(-1)).toEqual({ to: '/tickets/8', replace: true, state: { from: 'list' } });
});

it('renders nothing for the path of another module', async () => {
  const { props, portal, domElement } = await mount('/tickets');
  mounted = props;
  act(() => portal.navigate('/search-job'));
  await waitFor(() => expect(domElement).toBeEmptyDOMElement());
});

it('refines the title and registers unsaved input until it is released', async () => {
  const { props, portal } = await mount('/tickets/7');
  await userEvent.type(await screen.findByLabelText('Message'), 'Hi');
  expect(portal.titles).toEqual(['Ticket 7']);
  expect([...portal.unsaved]).toEqual(['your message']);
  await through(() => remote.unmount(props));
  expect(portal.unsaved.size).toBe(0);
});

it('reports a crash to the shell and can still be unmounted', async () => {
  allowConsoleError(/no list/);
  const { props, crashes, domElement } = await mount('/crash');
  expect(crashes).toEqual(['no list']);
  await through(() => remote.unmount(props));
  expect(domElement).toBeEmptyDOMElement();
});

it('reports the removal of a screen in the same task, so that its replacement is painted in the same frame', async () => {
  const { props, domElement } = await mount('/tickets');
  jest.useFakeTimers();
  // React schedules its work as in a browser, not in act().
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  await remote.unmount(props);
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  jest.useRealTimers();
  expect(domElement).toBeEmptyDOMElement();
});

it('explains that a screen is not built yet, with a link back', async () => {
  const { props } = await mount('/later');
  mounted = props;
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('This page is not available yet.');
  expect(screen.getByRole('link')).toHaveAttribute('href', `/guard/myprofile/${guard().id}`);
});

it('shows a lazy screen in its first commit', async () => {
  const { props } = await mount('/tickets/9');
  mounted = props;
  expect(screen.getByRole('heading', { name: 'Ticket 9' })).toBeVisible();
});

it('keeps entered values, pressed buttons and the focus when other software changed the served page before it is hydrated', async () => {
  const domElement = document.body.appendChild(document.createElement('div'));
  domElement.innerHTML = renderToString(
    <ModuleRoot
      portal={fakePortal(guard())}
      router={({ children }) => <StaticRouter location="/served">{children}</StaticRouter>}
      Screens={screens}
    />,
  );
  const [text, name, agreed] = ['Text', 'Name', 'Agreed'].map((label) => screen.getByLabelText<HTMLInputElement>(label));
  const before = [text, name, agreed] as HTMLInputElement[];
  await userEvent.type(before[0] as HTMLElement, 'Who do I call?');
  await userEvent.click(before[2] as HTMLElement);
  await userEvent.type(before[1] as HTMLElement, 'Ana Roy');
  before[1]?.setSelectionRange(3, 3);
  screen.getByRole('button', { name: 'Send' }).dataset.pressed = '';
  // A page translator wraps a text, and a password manager adds an element.
  const words = screen.getByText('Not agreed');
  words.innerHTML = '<font><font>Pas d’accord</font></font>';
  before[1]?.after(document.createElement('span'));
  const reports: string[] = [];
  const telemetry = ({ event, detail }: Telemetry) => void reports.push(`${event}: ${detail}`);
  const { props, crashes } = await mount('/served', { ...fakePortal(guard()), telemetry }, domElement);
  mounted = props;
  expect(before[1]).not.toBeInTheDocument();
  expect(screen.getByLabelText('Text')).toHaveValue('Who do I call?');
  expect(screen.getByLabelText('Agreed')).toBeChecked();
  const field = screen.getByLabelText<HTMLInputElement>('Name');
  expect(field).toHaveFocus();
  expect([field.value, field.selectionStart]).toEqual(['Ana Roy', 3]);
  expect(await screen.findByText('Ana Roy agrees')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Send' })).toHaveAttribute('data-pressed');
  expect(crashes).toEqual([]);
  expect(reports).toEqual([expect.stringMatching(/^rendered again: Hydration failed/)]);
});
