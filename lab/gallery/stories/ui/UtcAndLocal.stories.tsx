import { UtcAndLocal, UtcContext } from '@portal/ui/UtcAndLocal';

export default { component: UtcAndLocal };

const instant = '2027-03-14T23:30:00-04:00';

export const Default = () => <UtcAndLocal instant={instant} format="dateTime" />;
export const DateOnly = () => <UtcAndLocal instant={instant} format="date" />;
export const SlashedDate = () => <UtcAndLocal instant={instant} format="slashedDate" />;
export const WithoutUtc = () => (
  <UtcContext value={false}>
    <UtcAndLocal instant={instant} format="dateTime" />
  </UtcContext>
);
