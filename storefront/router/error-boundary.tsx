import { Component, type ReactNode, Suspense } from 'react'
import { resetFailedLoad } from './lazy-component.ts'

type Props = {
  /** Shown instead of children that failed to render; `reset` renders them again. */
  fallback: ReactNode | ((error: unknown, reset: () => void) => ReactNode)
  /** A new value renders the children again. */
  resetKey: string | number
  onError?: (error: unknown) => void
  children: ReactNode
}

/** Contains rendering errors of its children, such as code that could not be loaded. */
export class ErrorBoundary extends Component<Props, { failure: { error: unknown } | null }> {
  override state: { failure: { error: unknown } | null } = { failure: null }

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } }
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError?.(error)
  }

  override componentDidUpdate(before: Props): void {
    if (this.state.failure !== null && before.resetKey !== this.props.resetKey) this.reset()
  }

  private readonly reset = (): void => this.setState({ failure: null })

  override render(): ReactNode {
    const { fallback, children } = this.props
    if (this.state.failure === null) return children
    return typeof fallback === 'function' ? fallback(this.state.failure.error, this.reset) : fallback
  }
}

type OptionalPartProps = { resetKey: string; fallback?: ReactNode; children: ReactNode }

/** A part with code of its own that is left out while that is loading, and when loading fails. */
export function OptionalPart({ resetKey, fallback = null, children }: OptionalPartProps) {
  return (
    <ErrorBoundary resetKey={resetKey} fallback={fallback} onError={resetFailedLoad}>
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  )
}
