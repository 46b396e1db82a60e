import { Spinner } from '@portal/ui/Spinner';

export default { component: Spinner };

export const Default = () => <Spinner label="Loading the map" />;
