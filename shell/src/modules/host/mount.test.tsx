import type { RemoteLifecycles } from '@portal/mf-kit/remote';
import { createRoot, type Root } from 'react-dom/client';
import { type Mount, mountInSameTask } from './mount';

let root: Root;
// As in a browser: nothing of React's is held back until a test says so.
beforeEach(() => Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false }));

const nothing = async () => undefined;

/** A version that renders with React, and says in a later task that it did, or never. */
function version(said: Promise<void>): Mount {
  const domElement = document.body.appendChild(document.createElement('div'));
  const mount = async () => {
    root = createRoot(domElement);
    root.render(<h1>Jobs</h1>);
    await said;
  };
  const remote: RemoteLifecycles = { bootstrap: nothing, mount, unmount: nothing };
  return { remote, props: { domElement } } as unknown as Mount;
}
const frames = () => new Promise((resolve) => setTimeout(resolve, 100));

afterEach(() => {
  root.unmount();
  document.body.innerHTML = '';
});

it('what is mounted stands before anything else can be painted', async () => {
  const onLate = jest.fn();
  const one = version(new Promise((resolve) => setTimeout(resolve)));
  const mounted = mountInSameTask(one, onLate);
  expect(one.props.domElement).toHaveTextContent('Jobs');
  await mounted;
  await frames();
  expect(onLate).not.toHaveBeenCalled();
});

it('says once of a mount that it does not stand by the next frame', async () => {
  const onLate = jest.fn();
  const told = new Promise<void>((resolve) => onLate.mockImplementation(resolve));
  void mountInSameTask(version(new Promise(() => undefined)), onLate);
  expect(onLate).not.toHaveBeenCalled();
  await told;
  await frames();
  expect(onLate).toHaveBeenCalledTimes(1);
});
