import { renderScreen } from '@portal/testing/renderScreen';
import { fireEvent, screen } from '@testing-library/react';
import { SelectNavigationScreen } from './SelectNavigationScreen';

const open = (name: string) =>
  renderScreen(<SelectNavigationScreen />, {
    path: `/select-navigation/${name}`,
    route: '/select-navigation/:name',
    guard: null,
    portal: { config: { customerSite: 'https://customers.example.com/', supportEmail: '', mapsKey: null } },
  });
const link = (name: string) => screen.getByRole('link', { name });

it('[SELNAV-01] is a choice between guards and customers', () => {
  open('login');
  expect(screen.getAllByRole('link').map((one) => one.textContent)).toEqual(['Guards', 'Customers']);
});

it.each([
  ['login', '/guard/login'],
  ['signup', '/guard/signup'],
  ['%2F%2Fevil.example', '/guard/%2F%2Fevil.example'],
])("[SELNAV-02] 'Guards' of /select-navigation/%s opens %s", async (name, to) => {
  const { user } = open(name);
  expect(link('Guards')).toHaveAttribute('href', to);
  await user.click(link('Guards'));
  expect(window.location.pathname).toBe(to);
});

it("[SELNAV-03] 'Customers' opens the external customer site without the portal's router", () => {
  open('login');
  expect(link('Customers')).toHaveAttribute('href', 'https://customers.example.com/');
  let isLeft = false;
  // Runs after all handlers of the portal. It prevents an unhandled press, so that the browser does not leave the test.
  const last = (event: Event) => {
    isLeft = !event.defaultPrevented;
    event.preventDefault();
  };
  window.addEventListener('click', last, { once: true });
  fireEvent.click(link('Customers'));
  expect(isLeft).toBe(true);
});
