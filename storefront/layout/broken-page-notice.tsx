import { useShop } from '../site/shop-settings.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

/** The page's code was loaded but failed. Uses nothing that may be what failed. */
export function BrokenPageNotice() {
  const shop = useShop()
  return (
    <EmptyState as="h1" title="Something is wrong with this page">
      <p>
        The fault is ours, not your connection. Nothing of yours is lost; your cart waits in your browser. Please load
        the page again. If it fails again, write to{' '}
        <a className="wrap-anywhere underline" href={`mailto:${shop.supportEmail}`}>
          {shop.supportEmail}
        </a>
        .
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        <Button onClick={() => window.location.reload()}>Load again</Button>
        <a className={buttonClass('outline')} href="/">
          Home
        </a>
      </div>
    </EmptyState>
  )
}
