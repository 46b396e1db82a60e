import { Card, cardLink } from '@portal/ui/Card';
import { Focused, frenchWords, longName, longText } from '../samples';

export default { component: Card };

export const Default = () => <Card>Saturday, 8:00 AM to 4:00 PM</Card>;
export const Marked = () => <Card marked>Running since 8:02 AM</Card>;

export const Interactive = () => (
  <Card interactive as="article">
    <a href="#job" className={cardLink}>
      Night guard, Union Station
    </a>
    <p>Saturday, 8:00 AM to 4:00 PM</p>
  </Card>
);

export const Focus = () => (
  <Focused>
    <Card interactive>
      <a href="#job" className={cardLink}>
        Night guard, Union Station
      </a>
    </Card>
  </Focused>
);

export const LongText = () => (
  <Card>
    {longName} {longText} {frenchWords}
  </Card>
);
