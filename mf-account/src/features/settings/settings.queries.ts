import type { Input } from '@portal/contracts/_kernel/endpoint';
import type { Guard } from '@portal/contracts/_kernel/guard';
import { profile, saveNotificationSettings } from '@portal/contracts/guards/guards.endpoints';
import { optimisticUpdate, useOptimisticData } from '@portal/mf-kit/useOptimisticData';
import { useQuery } from '@portal/mf-kit/useQuery';

type Profile = { guard: Guard };
type Saving = Input<typeof saveNotificationSettings>;

/** Applies saved settings to an older reading; otherwise a switch would jump back for a moment. */
const optimisticSettings = optimisticUpdate(saveNotificationSettings, ({ guard }: Profile, { id: _, ...notificationSettings }: Saving) => ({
  guard: { ...guard, notificationSettings },
}));

/** The guard with alert settings and connected accounts (SETTING-12). */
export const useSettings = (guardId: string) => useOptimisticData(useQuery(profile, { id: guardId }), optimisticSettings);
