import { Skeleton } from '@portal/ui/Skeleton';

export const FaqSkeleton = () => <Skeleton shape="rows" count={6} label="Loading the questions" />;
