import type { Env } from '../platform/env';
import type { Route } from '../platform/http-binding';
import { authRoutes } from './auth/auth.routes';
import { guardsRoutes } from './guards/guards.routes';

/** Every domain of the API, by name: a folder that is not listed here does not answer. */
export function routes(_env: Pick<Env, 'mode'>): Route[] {
  return [...authRoutes, ...guardsRoutes];
}
