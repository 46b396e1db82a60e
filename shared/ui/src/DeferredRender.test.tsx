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

it('is not there in the first frame, and in the next', () => {
  const { container } = render(<Probe />);
  expect(seen).toEqual([false, true]);
  expect(container).toHaveTextContent('Rows');
});

it('stands at once where the host has rendered it, and stays while it is hydrated', async () => {
  const container = document.createElement('div');
  container.innerHTML = renderToString(<Probe />);
  expect(container).toHaveTextContent('Rows');
  const root = await act(async () => hydrateRoot(container, <Probe />));
  expect([...new Set(seen)]).toEqual([true]);
  act(() => root.unmount());
});
