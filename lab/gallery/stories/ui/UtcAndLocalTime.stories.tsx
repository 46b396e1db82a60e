import { UtcAndLocalTime } from '@portal/ui/UtcAndLocalTime';

export default { component: UtcAndLocalTime };

export const Default = () => <UtcAndLocalTime instant="2027-03-14T08:05:00-04:00" />;
export const OtherDay = () => <UtcAndLocalTime instant="2027-03-14T23:30:00-04:00" plusDays={1} />;
export const Inexact = () => <UtcAndLocalTime instant="2027-03-14T08:05:00-04:00" isPadded withinMs={120_000} />;
