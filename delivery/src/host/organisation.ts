import { organisation } from '@portal/contracts/_kernel/organisation';
import { site } from '@portal/contracts/_kernel/site';

/** The configured social accounts; links to a network's own start page are omitted. */
export const accountLinks = (networks: readonly { href: string }[]): string[] =>
  networks.map(({ href }) => href).filter((href) => new URL(href).pathname !== '/');

/** The company as structured data (schema.org); `publicUrl` is the portal's public address. */
export function organisationData(publicUrl: string, supportEmail: string): object {
  const sameAs = accountLinks(organisation.socialNetworks);
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: site.company,
    url: `${publicUrl}/`,
    logo: `${publicUrl}/icon-512.png`,
    email: supportEmail,
    address: organisation.postalAddress.join(', '),
    ...(sameAs.length > 0 && { sameAs }),
  };
}
