import { Honeypot } from '@portal/forms/Honeypot';

export default { component: Honeypot };

export const Default = () => (
  <>
    <p>A field that no person sees:</p>
    <Honeypot />
  </>
);
