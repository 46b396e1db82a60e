import { Component, type ReactNode } from 'react';

interface Props {
  onCrash(error: Error): void;
  children?: ReactNode;
}

/** Catches what a module's screens throw and tells the shell, which shows the last good version or a card in its place. */
export class ModuleErrorBoundary extends Component<Props, { crashed: boolean }> {
  override state = { crashed: false };
  static getDerivedStateFromError() {
    return { crashed: true };
  }
  override componentDidCatch(error: Error) {
    this.props.onCrash(error);
  }
  override render() {
    return this.state.crashed ? null : this.props.children;
  }
}
