import type { LoginReply } from '@portal/contracts/_kernel/guard';

/** What the test writes into its page: which remote, and who looks at it. */
export interface Asked {
  module: string;
  /** Address of the remote's published mf-manifest.json. */
  manifest: string;
  login: LoginReply;
  basic: string;
}
