import { Component, type ReactNode } from 'react'

type Props = {
  /** What stands in for children that could not be drawn. */
  fallback: ReactNode
  /** A new one draws the children anew. */
  resetKey: string | number
  children: ReactNode
}

/** Keeps what fails inside it, such as code that could not be fetched, from taking the whole page along. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidUpdate(before: Props): void {
    if (this.state.failed && before.resetKey !== this.props.resetKey) this.setState({ failed: false })
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
