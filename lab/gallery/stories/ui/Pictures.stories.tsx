import { Pictures } from '@portal/ui/Pictures';
import { Focused, frenchWords, longName, pictureUrl } from '../samples';

export default { component: Pictures };

const picture = (name: string) => ({ key: name, name, show: () => <img src={pictureUrl} alt="" /> });
const pictures = ['Front door', 'Loading dock', 'Fence'].map(picture);

export const Default = () => <Pictures label="Your pictures" pictures={pictures} />;
export const Captioned = () => <Pictures label="Your pictures" captioned pictures={pictures} />;
export const LongText = () => <Pictures label="Your pictures" captioned pictures={[longName, frenchWords].map(picture)} />;

export const Empty = () => (
  <>
    <p>Without pictures nothing is displayed:</p>
    <Pictures label="Your pictures" pictures={[]} />
  </>
);

export const Focus = () => (
  <Focused>
    <Default />
  </Focused>
);
