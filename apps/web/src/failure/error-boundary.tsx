import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  /** Shown instead of the children that could not be drawn. */
  readonly fallback: (error: unknown) => ReactNode;
  /** The children are drawn again when this is another value. */
  readonly about?: unknown;
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly failure?: { readonly error: unknown } | undefined;
}

/** Keeps a failure of a part of the page in this part. React has this for classes only. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override readonly state: ErrorBoundaryState = {};

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { failure: { error } };
  }

  override componentDidUpdate(before: ErrorBoundaryProps): void {
    const { about } = this.props;
    if (before.about !== about && this.state.failure !== undefined) this.setState({ failure: undefined });
  }

  override render(): ReactNode {
    const { children, fallback } = this.props;
    const { failure } = this.state;
    return failure === undefined ? children : fallback(failure.error);
  }
}
