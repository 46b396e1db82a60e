import type { RemoteLifecycles } from '@portal/mf-kit/remote';
import { createRoot, type Root } from 'react-dom/client';
import { type Mount, mountInSameTask } from './mount';

let root: Root;
// React renders outside of `act`, as in a browser.
beforeEach(() => Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false }));

const doNothing = async () => undefined;

/** A mount that renders with React, and is complete when the promise resolves. */
function createReactMount(completed: Promise<void>): Mount {
  const domElement = document.body.appendChild(document.createElement('div'));
  const mount = async () => {
    root = createRoot(domElement);
    root.render(<h1>Jobs</h1>);
    await completed;
  };
  const remote: RemoteLifecycles = { bootstrap: doNothing, mount, unmount: doNothing };
  return { remote, props: { domElement } } as unknown as Mount;
}
const frames = () => new Promise((resolve) => setTimeout(resolve, 100));

afterEach(() => {
  root.unmount();
  document.body.innerHTML = '';
});

it('renders the mount in the same task', async () => {
  const onLate = jest.fn();
  const one = createReactMount(new Promise((resolve) => setTimeout(resolve)));
  const mounted = mountInSameTask(one, onLate);
  expect(one.props.domElement).toHaveTextContent('Jobs');
  await mounted;
  await frames();
  expect(onLate).not.toHaveBeenCalled();
});

it('reports once that the mount is not complete by the next frame', async () => {
  const onLate = jest.fn();
  const reported = new Promise<void>((resolve) => onLate.mockImplementation(resolve));
  void mountInSameTask(createReactMount(new Promise(() => undefined)), onLate);
  expect(onLate).not.toHaveBeenCalled();
  await reported;
  await frames();
  expect(onLate).toHaveBeenCalledTimes(1);
});
