/** Defaults for the operator's configuration. The build prerenders with these values. */
export const site = {
  customerSite: 'https://customers.guard-portal.example/',
  /** The company that employs the guards, as printed on their licence cards. */
  company: 'Guard Portal',
  supportEmail: 'support@guard-portal.example',
} as const;
