import '@portal/ui/font.css';
import '@portal/ui/scale.css';
import '@portal/ui/tokens.css';
import '@portal/ui/base.css';
import { installClient } from '@portal/api-client/call';
import { PortalProvider } from '@portal/mf-kit/PortalContext';
import { PortalRouter } from '@portal/mf-kit/PortalRouter';
import { fakePortal, mountPortal } from '@portal/testing/fakePortal';
import { guard } from '@portal/testing/guard';
import { type ComponentType, useState } from 'react';
import { SWRConfig } from 'swr';
import { pictureFile } from './stories/samples';

// Every stored picture is the sample. Other calls get no reply.
installClient({ file: async () => pictureFile('stored.png'), send: () => new Promise(() => undefined) });

/** Gives each story its portal, like a screen. */
function InPortal({ Story }: { Story: ComponentType }) {
  const [portal] = useState(() => mountPortal(fakePortal(guard())).portal);
  const [cache] = useState(() => ({ provider: () => new Map() }));
  return (
    <PortalProvider portal={portal}>
      <SWRConfig value={cache}>
        <PortalRouter>
          <Story />
        </PortalRouter>
      </SWRConfig>
    </PortalProvider>
  );
}

const item = (value: string, title: string) => ({ value, title });
const size = (name: string, width: number, height: number) => ({ name, styles: { width: `${width}px`, height: `${height}px` } });

export default {
  parameters: {
    layout: 'padded',
    a11y: { test: 'error' },
    viewport: { options: { phone: size('Phone, 360 px', 360, 740), desk: size('Desk, 1280 px', 1280, 800) } },
  },
  globalTypes: {
    theme: {
      toolbar: {
        title: 'Theme',
        icon: 'mirror',
        items: [item('light', 'Light'), item('dark', 'Dark'), item('contrast', 'High contrast')],
        dynamicTitle: true,
      },
    },
    text: { toolbar: { title: 'Text', icon: 'zoom', items: [item('100%', 'Text 100 %'), item('200%', 'Text 200 %')], dynamicTitle: true } },
  },
  initialGlobals: { theme: 'light', text: '100%' },
  decorators: [
    (Story: ComponentType, { globals }: { globals: { theme: string; text: string } }) => {
      document.documentElement.dataset.theme = globals.theme;
      document.documentElement.style.fontSize = globals.text;
      return <InPortal Story={Story} />;
    },
  ],
};
