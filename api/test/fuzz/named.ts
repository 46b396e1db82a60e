import { domainOf } from '@portal/contracts/_kernel/endpoint';
import type { Route } from '../../src/platform/http/routes';

/**
 * The endpoints that `--only` names by id or domain, separated by commas; all without it.
 * @throws with the existing names when one is unknown, because a run without endpoints would look like a success.
 */
export function namedBy(only: string | undefined, all: readonly Route[]): Route[] {
  if (only === undefined) return [...all];
  const isNamed = (name: string, { endpoint }: Route) => endpoint.id === name || domainOf(endpoint.id) === name;
  const names = only.split(',');
  const unknown = names.find((name) => !all.some((route) => isNamed(name, route)));
  if (unknown === undefined) return all.filter((route) => names.some((name) => isNamed(name, route)));
  const domain = domainOf(unknown);
  const ids = all.map(({ endpoint }) => endpoint.id);
  const siblings = ids.filter((id) => domainOf(id) === domain);
  throw new Error(
    siblings.length > 0
      ? `there is no endpoint ${unknown}; ${domain} has ${siblings.join(', ')}`
      : `there is no domain or endpoint "${unknown}"; there are the domains ${[...new Set(ids.map(domainOf))].join(', ')}`,
  );
}
