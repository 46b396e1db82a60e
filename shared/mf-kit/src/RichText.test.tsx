import { renderScreen } from '@portal/testing/renderScreen';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { RichText } from './RichText';

const first = '<h2>Terms</h2><p>As served.</p>';
const evil = '<p onclick="x()">Newer <b>text</b><script>window.evil = 1</script><img src=x onerror="x()"></p>';

function Page() {
  const [html, setHtml] = useState(first);
  return (
    <>
      <RichText html={html} className="text" />
      <button type="button" onClick={() => setHtml(evil)}>
        Newer
      </button>
    </>
  );
}

it('keeps the HTML of the portal host unchanged', () => {
  const { plain } = renderScreen(<Page />, { guard: null, served: true });
  expect(plain?.getByText('As served.')).toBeInTheDocument();
  expect(screen.getByTestId('rich-text').innerHTML).toBe(first);
});

it('purifies a newer text, and shows the served text until then', async () => {
  const { user } = renderScreen(<Page />, { guard: null, served: true });
  await user.click(screen.getByRole('button', { name: 'Newer' }));
  expect(screen.queryByText('As served.') ?? screen.queryByText('text')).toBeVisible();
  await waitFor(() => expect(screen.getByTestId('rich-text').innerHTML).toBe('<p>Newer <b>text</b></p>'));
});

it('purifies the first text when nothing was rendered', async () => {
  renderScreen(<RichText html={evil} />, { guard: null });
  expect((await screen.findByTestId('rich-text')).innerHTML).toBe('<p>Newer <b>text</b></p>');
});
