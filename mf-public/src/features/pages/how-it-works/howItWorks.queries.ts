import { call } from '@portal/api-client/call';
import { type HowItWorksItem, howItWorks } from '@portal/contracts/pages/pages.endpoints';

const CUSTOMER = 1;
const GUARD = 2;

/** The questions of customers and of guards (PUBLIC-HIW-10, PUBLIC-HIW-11). */
export async function readItems(): Promise<{ customer: HowItWorksItem[]; guard: HowItWorksItem[] }> {
  const { data } = await call(howItWorks, {});
  const ofType = (type: number) => data.filter((item) => item.type === type);
  return { customer: ofType(CUSTOMER), guard: ofType(GUARD) };
}
