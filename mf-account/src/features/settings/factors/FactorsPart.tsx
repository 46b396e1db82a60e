import { factorMessages } from '@portal/contracts/auth/auth.factors';
import { part } from '@portal/mf-kit/part';

const FactorList = part(() => import(/* webpackChunkName: "factors" */ './FactorList').then((file) => file.FactorList), {
  failed: factorMessages.notLoaded,
});

export function FactorsPart() {
  return <FactorList />;
}
