import type { LoginReply } from '@portal/contracts/_kernel/guard';

/** The data that the test writes into its page: the remote and its guard. */
export interface PageSettings {
  module: string;
  /** Address of the remote's published mf-manifest.json. */
  manifest: string;
  login: LoginReply;
  basic: string;
}
