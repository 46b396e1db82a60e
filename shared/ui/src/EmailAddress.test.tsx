import { render } from '@testing-library/react';
import { EmailAddress } from './EmailAddress';

it.each([
  ['guard@example.com', 'guard<wbr>@example.com'],
  ['"a@b"@example.com', '"a@b"<wbr>@example.com'],
  ['@example.com', '@example.com'],
  ['', ''],
])('allows %j to break before its last @, and remains one text', (address, html) => {
  const { container } = render(<EmailAddress address={address} />);
  expect(container.innerHTML).toBe(html);
  expect(container).toHaveTextContent(address);
});
