import { Button } from '@portal/ui/Button';
import { ErrorState } from '@portal/ui/ErrorState';
import { Status } from '@portal/ui/Status';
import { Component, type ContextType, type ReactNode } from 'react';
import { createSecondRender } from './foreignChange';
import { HostContext } from './HostContext';
import styles from './QueryView.module.css';

interface Props {
  /** The route of the screen, for the health report. */
  pattern: string;
  /** The failure in the guard's words: "Your shift could not be shown". */
  failed: string;
  /** For a part without a fixed place, such as a dialog: the caller removes it and shows `failed`. */
  onFailed?: ((failed: string) => void) | undefined;
  /** For a part of a bar: the failure is one line. */
  inline?: boolean | undefined;
  above?: ReactNode;
  className?: string | undefined;
  children?: ReactNode;
}

/** Contains an error of one part of a screen, so that the rest, such as the SOS button, stays. */
export class PartBoundary extends Component<Props, { hasFailed: boolean }> {
  static override contextType = HostContext;
  declare context: ContextType<typeof HostContext>;
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  private readonly mayRenderAgain = createSecondRender();

  override componentDidCatch(error: Error) {
    if (this.mayRenderAgain(error)) return this.retry();
    const { pattern, failed, onFailed } = this.props;
    this.context.onScreenFailed?.({ pattern, error });
    onFailed?.(failed);
  }

  private readonly retry = () => this.setState({ hasFailed: false });

  override render() {
    const { className, children } = this.props;
    const shown = this.state.hasFailed ? this.failure() : children;
    return className ? <div className={className}>{shown}</div> : shown;
  }

  private failure() {
    const { failed, onFailed, inline, above } = this.props;
    if (onFailed) return null;
    if (inline)
      return (
        <div className={styles.stale}>
          <Status tone="danger">{failed}</Status>
          <Button small variant="quiet" onClick={this.retry}>
            Retry
          </Button>
        </div>
      );
    return (
      <>
        {above}
        <ErrorState title={failed} onRetry={this.retry} />
      </>
    );
  }
}
