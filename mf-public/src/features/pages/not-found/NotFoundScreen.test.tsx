import { renderScreen } from '@portal/testing/renderScreen';
import { screen } from '@testing-library/react';
import { NotFoundScreen } from './NotFoundScreen';

it('[PUBLIC-404-01, PUBLIC-404-02] shows that the page is not found, and links home', () => {
  renderScreen(<NotFoundScreen />, { path: '/404', guard: null });
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(
    /^Oops! This Page Is Not Found\. The requested page does not exist\.$/,
  );
  expect(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
});
