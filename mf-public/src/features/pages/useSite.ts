import { usePortal } from '@portal/mf-kit/PortalContext';
import type { PortalConfig } from '@portal/mf-kit/portal';

/** The operator's links. The portal host writes them into prerendered HTML, so that both agree. */
export const useSite = (): Pick<PortalConfig, 'customerSite' | 'supportEmail'> => usePortal().config;
