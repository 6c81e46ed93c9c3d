import { formatMoney } from '@shop/contract/money'
import { flushSync } from 'react-dom'
import { TextField } from '../../forms/field.tsx'
import { Button } from '../../ui/button.tsx'
import { focusOnAppear } from '../../ui/focus.ts'
import type { useDiscountCode } from './use-discount-code.ts'

export function DiscountCode({ code }: { code: ReturnType<typeof useDiscountCode> }) {
  const { id, typed, refusal, isChecking, applied, type, apply, remove } = code
  const field = `${id}-code`
  function handleRemove(): void {
    flushSync(remove)
    focusCode(id)
  }
  if (applied !== null) {
    return (
      <div className="mb-6 border-t border-line pt-6">
        <p ref={focusOnAppear} tabIndex={-1} role="status" className="wrap-anywhere">
          {applied.cents === 0 ? `Code ${applied.code}` : `${applied.code} takes ${formatMoney(applied.cents)} off.`}
        </p>
        {applied.problem !== null && (
          <p role="alert" className="text-brick">
            {applied.problem}
          </p>
        )}
        <Button variant="quiet" className="-ml-5" onClick={handleRemove}>
          Remove the code
        </Button>
      </div>
    )
  }
  return (
    <div className="mb-3 border-t border-line pt-6">
      <TextField
        id={field}
        name="discount-code"
        label="Discount code"
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={200}
        className="sm:max-w-80"
        value={typed}
        error={refusal}
        onChange={type}
        onBlur={() => {}}
        // Enter in a field of this form pays.
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          apply()
        }}
        after={
          <Button
            variant="quiet"
            aria-disabled={isChecking}
            className="absolute inset-y-0 right-0 min-h-0"
            onClick={apply}
          >
            Apply
          </Button>
        }
      />
    </div>
  )
}

export function focusCode(id: string): void {
  document.getElementById(`${id}-code`)?.focus()
}
