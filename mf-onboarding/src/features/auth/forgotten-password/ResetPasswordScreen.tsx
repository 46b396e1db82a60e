import { authPaths } from '@portal/contracts/auth/auth.paths';
import { resetMessages } from '@portal/contracts/auth/auth.reset';
import { Link, useSearchParams } from '@portal/mf-kit/router';
import { Banner } from '@portal/ui/Banner';
import { ResetForm } from './ResetForm';
import { ResetFrame, useAlert } from './ResetFrame';

export function ResetPasswordScreen() {
  const [query] = useSearchParams();
  const token = query.get('token');
  const alert = useAlert();
  return (
    <ResetFrame
      title="Choose a new password"
      lead="This logs you out on every device. Log in again with your new password."
      alert={alert.banner}
      links={<Link to={authPaths.forgotPassword()}>Ask for a new link</Link>}
    >
      {token ? (
        <ResetForm token={token} onFailure={(failure) => (failure ? alert.show(failure) : alert.hide())} />
      ) : (
        <Banner kind="error">{resetMessages.linkMissing}</Banner>
      )}
    </ResetFrame>
  );
}
