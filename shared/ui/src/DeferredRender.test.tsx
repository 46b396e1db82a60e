import { act, render } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { useDeferredRender } from './DeferredRender';

const seen: boolean[] = [];
function Probe() {
  const isThere = useDeferredRender();
  seen.push(isThere);
  return isThere ? <p>Rows</p> : null;
}
beforeEach(() => void seen.splice(0));

it('renders nothing in the first frame, and its children in the next', () => {
  const { container } = render(<Probe />);
  expect(seen).toEqual([false, true]);
  expect(container).toHaveTextContent('Rows');
});

it('renders prerendered HTML immediately, and retains it during hydration', async () => {
  const container = document.createElement('div');
  container.innerHTML = renderToString(<Probe />);
  expect(container).toHaveTextContent('Rows');
  const root = await act(async () => hydrateRoot(container, <Probe />));
  expect([...new Set(seen)]).toEqual([true]);
  act(() => root.unmount());
});
