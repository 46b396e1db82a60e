import { site } from '@portal/contracts/_kernel/site';
import { usePortal } from '@portal/mf-kit/PortalContext';
import type { PortalConfig } from '@portal/mf-kit/portal';
import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** The operator's links. While prerendered HTML is hydrated they are the build's, so that both agree. */
export function useSite(): Pick<PortalConfig, 'customerSite' | 'supportEmail'> {
  const { config } = usePortal();
  return useSyncExternalStore<Pick<PortalConfig, 'customerSite' | 'supportEmail'>>(
    never,
    () => config,
    () => site,
  );
}
