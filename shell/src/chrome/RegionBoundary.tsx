import { Component, type ReactNode } from 'react';
import type { Signal } from '../platform/signal';

export interface RegionProps {
  /** A failed region renders again at each change. */
  retryOn: Pick<Signal<unknown>, 'subscribe'>;
  onFailed: (error: Error) => void;
  fallback?: ReactNode;
  children: ReactNode;
}

/** Isolates one region of the chrome: its failure leaves the other regions as they are. */
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
