import { Bubble, BubbleText } from '@portal/ui/Bubble';
import { frenchWords, longText } from '../samples';

export default { component: Bubble };

export const Received = () => (
  <Bubble>
    <BubbleText>The gate is open.</BubbleText>
  </Bubble>
);

export const Own = () => (
  <Bubble own>
    <BubbleText>{'I am at the gate.\nThank you.'}</BubbleText>
  </Bubble>
);

export const LongText = () => (
  <Bubble>
    <BubbleText>
      {longText} {frenchWords} {'W'.repeat(60)}
    </BubbleText>
  </Bubble>
);

export const RightToLeft = () => (
  <Bubble own>
    <BubbleText>{'أنا عند البوابة 4 الآن.'}</BubbleText>
  </Bubble>
);
