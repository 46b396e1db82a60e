import { DeferredRender } from '@portal/ui/DeferredRender';

export default { component: DeferredRender };

export const Default = () => (
  <>
    <p>In the first frame.</p>
    <DeferredRender>
      <p>In the second frame.</p>
    </DeferredRender>
  </>
);
