import { Component, type ReactNode } from 'react';
import type { Signal } from '../platform/signal';

export interface RegionProps {
  /** At each change of it what failed is tried again. */
  retryOn: Pick<Signal<unknown>, 'subscribe'>;
  onFailed: (error: Error) => void;
  /** What stands meanwhile. */
  fallback?: ReactNode;
  children: ReactNode;
}

/** One region of the chrome: what fails in it takes nothing else along. */
export class RegionBoundary extends Component<RegionProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };
  private stop: () => void = () => undefined;
  static getDerivedStateFromError() {
    return { hasFailed: true };
  }
  override componentDidMount() {
    this.stop = this.props.retryOn.subscribe(() => {
      if (this.state.hasFailed) this.setState({ hasFailed: false });
    });
  }
  override componentWillUnmount() {
    this.stop();
  }
  override componentDidCatch(error: Error) {
    this.props.onFailed(error);
  }
  override render() {
    return this.state.hasFailed ? (this.props.fallback ?? null) : this.props.children;
  }
}
