/** What stands around the portal until the operator's configuration says otherwise; the build prerenders with these. */
export const site = {
  customerSite: 'https://customers.guard-portal.example/',
  /** Whose guards they are, as their licence card says. */
  company: 'Guard Portal',
  supportEmail: 'support@guard-portal.example',
} as const;
