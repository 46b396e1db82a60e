import { VisuallyHidden } from '@portal/ui/VisuallyHidden';

export default { component: VisuallyHidden };

export const Default = () => (
  <p>
    Read by screen readers only: <VisuallyHidden>a hidden text</VisuallyHidden>
  </p>
);
