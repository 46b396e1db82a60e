import { RatingInput } from '@portal/ui/RatingInput';
import { Focused, frenchWords, longText, noop, Stateful } from '../samples';

export default { component: RatingInput };

export const Default = () => (
  <Stateful first={3}>{(value, onChange) => <RatingInput label="Your rating" value={value} onChange={onChange} />}</Stateful>
);
export const Empty = () => <RatingInput label="Your rating" hint="5 is best." value={0} onChange={noop} />;
export const Invalid = () => <RatingInput label="Your rating" error="Please choose a rating." value={0} onChange={noop} />;
export const LongText = () => <RatingInput label={frenchWords} hint={longText} error={longText} value={5} onChange={noop} />;

export const Focus = () => (
  <Focused>
    <Default />
  </Focused>
);
