/** The company of the portal, for the public footer and for the structured data that search engines read. */
export const organisation = {
  /** PUBLIC-FOOTER-01. The specification names the city only. The operator sets the rest here. */
  postalAddress: ['Oshawa, Ontario', 'Canada'],
  /** PUBLIC-FOOTER-02. The specification names no accounts. The operator sets them here. */
  socialNetworks: [
    { id: 'facebook', name: 'Facebook', href: 'https://www.facebook.com/' },
    { id: 'instagram', name: 'Instagram', href: 'https://www.instagram.com/' },
    { id: 'linkedin', name: 'LinkedIn', href: 'https://www.linkedin.com/' },
    { id: 'x', name: 'X', href: 'https://x.com/' },
  ],
} as const;
