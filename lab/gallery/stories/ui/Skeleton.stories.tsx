import { Skeleton } from '@portal/ui/Skeleton';

export default { component: Skeleton };

export const Text = () => <Skeleton />;
export const Cards = () => <Skeleton shape="card" count={2} />;
export const Rows = () => <Skeleton shape="rows" />;
export const FormFields = () => <Skeleton shape="form" count={2} />;
export const Stats = () => <Skeleton shape="stats" count={4} />;
export const WithLabel = () => <Skeleton label="Loading your shifts" showLabel />;
