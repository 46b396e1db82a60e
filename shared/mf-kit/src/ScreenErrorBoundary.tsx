import { Component, type ContextType, type ReactNode, useEffect, useRef } from 'react';
import { createSecondRender } from './foreignChange';
import { HostContext } from './HostContext';
import type { ScreenCard } from './remote';

interface Props {
  pattern: string;
  /** The current path. The screen is rendered again after a change. */
  at: string;
  children: ReactNode;
}

interface State {
  at: string;
  hasFailed: boolean;
  card: ScreenCard | null;
}

function Card({ draw, onRetry }: { draw: ScreenCard; onRetry: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  const retry = useRef(onRetry);
  useEffect(() => (place.current ? draw(place.current, () => retry.current()) : undefined), [draw]);
  return <div ref={place} />;
}

/** Contains the error of one screen. The shell shows an error card there, and the other routes of the module keep working. */
export class ScreenErrorBoundary extends Component<Props, State> {
  static override contextType = HostContext;
  declare context: ContextType<typeof HostContext>;
  override state: State = { at: this.props.at, hasFailed: false, card: null };

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps({ at }: Props, state: State): Partial<State> | null {
    return at === state.at ? null : { at, hasFailed: false, card: null };
  }

  private readonly mayRenderAgain = createSecondRender();

  override componentDidCatch(error: Error) {
    if (this.mayRenderAgain(error)) return this.retry();
    const { onScreenFailed, onCrash } = this.context;
    if (!onScreenFailed) return onCrash(error);
    const card = onScreenFailed({ pattern: this.props.pattern, error });
    this.setState({ card });
  }

  private readonly retry = () => this.setState({ hasFailed: false, card: null });

  override render() {
    const { hasFailed, card } = this.state;
    if (!hasFailed) return this.props.children;
    return card ? <Card draw={card} onRetry={this.retry} /> : null;
  }
}
