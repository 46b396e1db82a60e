import { ErrorState } from '@portal/ui/ErrorState';
import { Component, type ContextType, type ReactNode } from 'react';
import { createSecondRender } from './foreignChange';
import { HostContext } from './HostContext';

interface Props {
  /** The route of the screen, for the shell's report. */
  pattern: string;
  /** What happened, in the guard's words: "Your shift could not be shown". */
  failed: string;
  className?: string | undefined;
  children?: ReactNode;
}

/** A part of a screen that fails alone: the rest of the screen, such as the SOS, stays. */
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
    this.context.onScreenFailed?.({ pattern: this.props.pattern, error });
  }

  private readonly retry = () => this.setState({ hasFailed: false });

  override render() {
    const { failed, className, children } = this.props;
    const shown = this.state.hasFailed ? <ErrorState title={failed} onRetry={this.retry} /> : children;
    return className ? <div className={className}>{shown}</div> : shown;
  }
}
