import { render } from '@testing-library/react';
import { EmailAddress } from './EmailAddress';

it.each([
  ['guard@example.com', 'guard<wbr>@example.com'],
  ['"a@b"@example.com', '"a@b"<wbr>@example.com'],
  ['@example.com', '@example.com'],
  ['', ''],
])('%j may break before its last @ and stays one text', (address, html) => {
  const { container } = render(<EmailAddress address={address} />);
  expect(container.innerHTML).toBe(html);
  expect(container).toHaveTextContent(address);
});
