import { renderScreen } from '@portal/testing/renderScreen';
import { screen, within } from '@testing-library/react';
import { OntarioScreen } from './OntarioScreen';

beforeEach(() => void renderScreen(<OntarioScreen />, { path: '/ontario', guard: null }));

it('[PUBLIC-ONTARIO-01] describes how we work in Ontario', () => {
  const description = screen.getByRole('region', { name: 'One province, done properly' });
  expect(description).toHaveTextContent(
    /Guards in Ontario are licensed by the province under the Private Security and Investigative Services Act\./,
  );
});

it('[PUBLIC-ONTARIO-02] lists the service areas', () => {
  const areas = within(screen.getByRole('list', { name: 'Service areas' })).getAllByRole('listitem');
  expect(areas.map(({ textContent }) => textContent)).toEqual([
    ...['Toronto', 'Ottawa', 'Mississauga', 'Brampton', 'Hamilton', 'London', 'Markham', 'Vaughan', 'Kitchener'],
  ]);
});
