import { Money } from '@portal/ui/Money';

export default { component: Money };

export const Default = () => <Money amount="1234.5" />;
export const Negative = () => <Money amount={-12} />;
export const Empty = () => <Money amount={null} />;
