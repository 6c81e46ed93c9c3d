import { Component, type ReactNode } from 'react'
import { ShopLink } from '../lib/shop-link.tsx'
import { buttonClass } from '../ui/button.tsx'

/** A quiz whose code cannot be loaded says so in its own place and leaves the page. */
export class QuizBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <div role="alert" className="flex grow flex-col items-start justify-center gap-5">
        <p className="max-w-[44ch] text-lg">
          The questions could not be loaded. Please check your connection and load the page again, or look through the
          collection.
        </p>
        <ShopLink to="/shop" className={buttonClass('outline')}>
          See the backpacks
        </ShopLink>
      </div>
    )
  }
}
