import type { ModuleDeclaration } from '@portal/mf-kit/module';

/** The shell owns no path. It calls these contracts before any module does. */
export const module = {
  owner: '@portal/platform',
  objective: { availability: 0.999, latencyMs: 2500 },
  contracts: { auth: 1 },
} satisfies Pick<ModuleDeclaration, 'owner' | 'objective' | 'contracts'>;
