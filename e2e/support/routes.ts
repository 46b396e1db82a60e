import type { APIRequestContext } from '@playwright/test';
import type { Registry, RouteDeclaration, SignedRegistry } from '@portal/mf-kit/module';

export interface Route extends RouteDeclaration {
  pattern: string;
  module: string;
}

/** Every route that the deployed portal's registry declares, `*` left out. */
export async function routesOf(request: APIRequestContext): Promise<Route[]> {
  const signed = (await (await request.get('/registry.json')).json()) as SignedRegistry;
  const registry = JSON.parse(signed.document) as Registry;
  return Object.entries(registry.modules).flatMap(([module, { routes }]) =>
    Object.entries(routes).flatMap(([pattern, route]) => (pattern === '*' ? [] : [{ ...route, pattern, module }])),
  );
}

/** A pattern with its `:id` filled: the guard's own id, or a word where the path wants one. */
export const openable = (pattern: string, guardId: string): string =>
  pattern.replace(':type', 'bank').replace(':name', 'login').replace(':id', guardId);
