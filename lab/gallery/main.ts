import { fileURLToPath } from 'node:url';

/** Without `optional`, a picture shows Public Sans however slowly the font loads. */
const blockingFont = {
  name: 'blocking-font',
  enforce: 'pre',
  transform: (code: string, id: string) =>
    id.split('?')[0]?.endsWith('/shared/ui/src/font.css') ? code.replaceAll('font-display: optional', 'font-display: block') : null,
} as const;

/** The configuration of Storybook. */
export default {
  framework: '@storybook/react-vite',
  stories: ['./stories/**/*.stories.tsx'],
  addons: ['@storybook/addon-a11y'],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  // Stories take no arguments.
  features: { controls: false, actions: false, interactions: false },
  typescript: { reactDocgen: false },
  viteFinal: (config: { plugins?: unknown[]; define?: object }) => ({
    ...config,
    define: { ...config.define, __MODULE__: '"gallery"', __VERSION__: '"0.0.0"' },
    plugins: [...(config.plugins ?? []), blockingFont],
    cacheDir: fileURLToPath(new URL('../node_modules/.cache/gallery', import.meta.url)),
  }),
};
