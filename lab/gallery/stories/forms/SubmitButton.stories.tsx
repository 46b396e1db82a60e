import { SubmitButton } from '@portal/forms/SubmitButton';
import { Focused, frenchWords } from '../samples';

export default { component: SubmitButton };

export const Default = () => <SubmitButton form={{ busy: false }}>Send</SubmitButton>;
export const Busy = () => <SubmitButton form={{ busy: true }}>Send</SubmitButton>;
export const Disabled = () => (
  <SubmitButton form={{ busy: false }} disabled>
    Send
  </SubmitButton>
);
export const LongText = () => (
  <SubmitButton form={{ busy: false }} wide>
    {frenchWords}
  </SubmitButton>
);

export const Focus = () => (
  <Focused>
    <SubmitButton form={{ busy: false }}>Send</SubmitButton>
  </Focused>
);
