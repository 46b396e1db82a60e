import { Skeleton } from '@portal/ui/Skeleton';

export const OpeningsSkeleton = () => <Skeleton shape="rows" count={2} label="Loading the openings" />;
