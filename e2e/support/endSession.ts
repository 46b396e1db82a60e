import { expect, type Page } from '@playwright/test';
import { fullPath } from '@portal/contracts/_kernel/endpoint';
import { logout } from '@portal/contracts/auth/auth.endpoints';
import { apiCall } from './staff';

/**
 * Ends the session, like another device or staff, while the next call of an endpoint is in flight. The page learns of it from that reply,
 * and not earlier.
 */
export const endSessionAt = (page: Page, endpoint: Parameters<typeof apiCall>[0]): Promise<unknown> =>
  page.route(
    (url) => apiCall(endpoint)(url),
    async (route) => {
      const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
      const ended = await page.request.post(fullPath(logout), {
        headers: { authorization: `Bearer ${token}` },
        data: { refreshToken: token },
      });
      expect(ended.ok()).toBe(true);
      await route.continue();
    },
    { times: 1 },
  );
