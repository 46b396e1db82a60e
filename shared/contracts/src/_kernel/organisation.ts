/** The company behind the portal, as the public footer shows it and the host tells it to search engines. */
export const organisation = {
  /** PUBLIC-FOOTER-01. The documents name the city only: the operator sets the rest here. */
  postalAddress: ['Oshawa, Ontario', 'Canada'],
  /** PUBLIC-FOOTER-02. The documents name no accounts: the operator sets them here. */
  socialNetworks: [
    { id: 'facebook', name: 'Facebook', href: 'https://www.facebook.com/' },
    { id: 'instagram', name: 'Instagram', href: 'https://www.instagram.com/' },
    { id: 'linkedin', name: 'LinkedIn', href: 'https://www.linkedin.com/' },
    { id: 'x', name: 'X', href: 'https://x.com/' },
  ],
} as const;
